/// Makes requests that are nearly right: good ones, damaged in ways that clients and attackers damage them.
package struct HostileRequests {
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
    private let originals: [[UInt8]]
    private var generator: SeededGenerator

    /// Damages `originals`; the whole run follows from `seed`.
    package init(_ originals: [[UInt8]], seed: UInt64) {
        self.originals = originals
        generator = SeededGenerator(seed: seed)
    }

    /// The next request, in the pieces in which it is to be sent.
    package mutating func next() -> [[UInt8]] {
        var bytes = originals.randomElement(using: &generator) ?? []
        for _ in 0..<Int.random(in: 0...6, using: &generator) { damage(&bytes) }
        guard !bytes.isEmpty, Bool.random(using: &generator) else { return [bytes] }
        let cuts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            Int.random(in: 0...bytes.count, using: &generator)
        }
        let ends = cuts.sorted() + [bytes.count]
        return zip([0] + ends, ends).map { Array(bytes[$0..<$1]) }
    }

    private mutating func damage(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &generator) ?? "").utf8, at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
        case 4: bytes += originals.randomElement(using: &generator) ?? []
        case 5:
            let filler = UInt8.random(in: .min ... .max, using: &generator)
            let count = Int.random(in: 0...20_000, using: &generator)
            bytes.insert(contentsOf: [UInt8](repeating: filler, count: count), at: place)
        default: bytes.removeSubrange(end...)
        }
    }
}
