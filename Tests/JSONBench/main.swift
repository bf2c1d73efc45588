import Glibc
import NotificationContent

/// What reading a payload and writing its descriptor costs on one core, beside the token index alone on the same bytes.
///
/// Prints one line of JSON a payload: its size, the least and the median over 101 rounds in nanoseconds of processor
/// time of each, and the bytes of the descriptor. `json-bench NAME` reads and writes that payload 1,000 times and prints nothing, for a profiler.
enum JSONBench {
    /// A OneSignal push of 1,024 bytes, as an ingest server has them before it.
    static let onesignal = #"""
        {"aps":{"alert":{"title":"Spring sale","subtitle":"Only this week","body":"Up to 40 % off everything in the garden department"},"mutable-content":1,"sound":"default","badge":3,"category":"promotion","thread-id":"promo-42","interruption-level":"active","relevance-score":0.7},"os_data":{"i":"6f1c2d0a-55f8-4c0b-9d1e-1b2f3a4c5d6e","u":"https://shop.example.com/spring?utm_source=push","ti":"0f3a9a5e-5a37-4d6e-8a6b-2f6f0f9c1d11","tn":"spring sale","badge_inc":1,"collapse_id":"promo-42","att":{"hero":"https://cdn.example.com/push/2031/spring/hero-1200x800.jpg","clip":"https://cdn.example.com/push/2031/spring/teaser.mp4"},"buttons":[{"i":"open","n":"Open the shop","icon_type":"system","path":"cart"},{"i":"later","n":"Remind me later","icon_type":"system","path":"clock"}]},"campaign":{"id":88123,"segment":"gardeners","variant":"B","started":"2031-03-01T08:00:00Z"},"customer":"c-000017","deeplink":"shop://spring/garden?from=push"}
        """#

    /// A push of another vendor and as long, which is recognised late.
    static let pushwoosh = onesignal.replacing(
        "\"os_data\":{", with: "\"attachment\":\"https://cdn.example.com/a.jpg\",\"x\":{")

    static let media = AttachedMedia(
        path: "/var/cache/attachd/blobs/sha256/07/079a508f56d1709f6e83a9d77e4e9bd577278171cfbc1cbb9e78ed82c4897302.jpg",
        sha256: "079a508f56d1709f6e83a9d77e4e9bd577278171cfbc1cbb9e78ed82c4897302", fileExtension: "jpg",
        type: "public.jpeg", mime: "image/jpeg", kind: "image", format: "jpeg", bytes: 13_078, width: 640, height: 360,
        frames: 1, hasAlpha: false, cache: .hit, freshUntil: "2031-11-30T20:00:22.970Z")

    /// A payload filled up with white space's opposite, text, to exactly 1,024 bytes.
    static func filled(_ text: String) -> [UInt8] {
        let missing = max(0, 1_024 - text.utf8.count - #","n":"""#.utf8.count)
        return Array((text.dropLast() + #","n":"\#(String(repeating: "x", count: missing))"}"#).utf8)
    }

    /// Reads a payload and writes the descriptor in which all its media are attached; returns the descriptor's size.
    static func resolve(_ bytes: [UInt8]) throws -> Int {
        let payload = try Payload.read(bytes)
        let outcomes = [Outcome?](repeating: .attached(media), count: payload.references.count)
        return ContentDescriptor(payload: payload, outcomes: outcomes, publicBaseURL: "https://media.example.com")
            .json().count
    }

    /// Nanoseconds of processor time of this thread.
    static func now() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// The least and the median of a call's nanoseconds over 101 rounds: the least is the cost, the median what a busy
    /// machine makes of it.
    static func measure(_ body: () throws -> Int) rethrows -> (least: Int, median: Int) {
        let calls = 500
        var rounds: [Double] = []
        var sum = 0
        for _ in 0..<101 {
            let start = now()
            for _ in 0..<calls { sum &+= try body() }
            rounds.append(Double(now() - start) / Double(calls))
        }
        // The sum is used, so that no call can be left out.
        precondition(sum != 0)
        rounds.sort()
        return (Int(rounds[0].rounded()), Int(rounds[rounds.count / 2].rounded()))
    }

    static func run() throws {
        let profiled = CommandLine.arguments.dropFirst().first
        for (name, text) in [("onesignal", onesignal), ("pushwoosh", pushwoosh)] {
            let bytes = filled(text)
            if let profiled {
                for _ in 0..<1_000 where profiled == name { _ = try resolve(bytes) }
                continue
            }
            let index = try measure { try JSONTokens(bytes).count }
            let whole = try measure { try resolve(bytes) }
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("payload", name)
                writer.member("bytes", bytes.count)
                writer.member("indexNanoseconds", index.least)
                writer.member("indexMedian", index.median)
                writer.member("resolveNanoseconds", whole.least)
                writer.member("resolveMedian", whole.median)
                writer.member("descriptorBytes", (try? resolve(bytes)) ?? 0)
            }
            print(String(decoding: writer.bytes, as: UTF8.self))
        }
    }
}

try JSONBench.run()
