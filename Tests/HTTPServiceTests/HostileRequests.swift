import Fixtures

/// Makes requests that are nearly right: a few good ones, damaged in ways that clients and attackers damage them.
struct HostileRequests {
    private static let originals = [
        "GET /a HTTP/1.1\r\nHost: h\r\n\r\n",
        "HEAD /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n",
        "POST /p?timeout=2 HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"a\":\"b\",1:2}",
        "POST /p HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\nT: 1\r\n\r\n",
        "POST /later HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok",
        "GET /p/%41%C3%A9?timeout=1&x=%20 HTTP/1.1\r\nHost: [::1]:80\r\nRange: bytes=0-1,3-\r\nIf-None-Match: W/\"a\", \"b\"\r\n\r\n",
        "GET http://h/a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n",
        "POST /small HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    ]
    private static let pieces = [
        "\r\n", "\n", "\r", "\0", " ", "\t", ":", "%", "%00", "%2e%2e/", "../", "//", "?", "&", "#", "\u{ff}", "é",
        "Host: x\r\n", "Content-Length: 5\r\n", "Content-Length: -1\r\n", "Content-Length: 99999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n", "Transfer-Encoding : chunked\r\n", "Transfer-Encoding: identity\r\n",
        "Transfer-Encoding:\r\n chunked\r\n", " folded\r\n", "Expect: 100-continue\r\n", "Upgrade: h2c\r\n",
        "Connection: close\r\n", "X-Request-Id: \r\n", "traceparent: 00-0-0-0\r\n", "FFFFFFFFFFFFFFFFF\r\n",
        "0\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: h\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "CONNECT h:1 HTTP/1.1\r\n",
        "HTTP/9.9",
    ]
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// The next request, in the pieces in which it is to be sent.
    mutating func next() -> [[UInt8]] {
        var bytes = Array((Self.originals.randomElement(using: &generator) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...6, using: &generator) { damage(&bytes) }
        guard !bytes.isEmpty, Bool.random(using: &generator) else { return [bytes] }
        let cut = Int.random(in: 0...bytes.count, using: &generator)
        return [Array(bytes[..<cut]), Array(bytes[cut...])]
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &generator) ?? "").utf8, at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 4: bytes += Array((Self.originals.randomElement(using: &generator) ?? "").utf8)
        case 5:
            let filler = UInt8.random(in: .min ... .max, using: &generator)
            let count = Int.random(in: 0...20_000, using: &generator)
            bytes.insert(contentsOf: [UInt8](repeating: filler, count: count), at: place)
        default: bytes.removeSubrange(end...)
        }
    }
}
