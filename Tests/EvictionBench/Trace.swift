import Fixtures
import Glibc

/// Requests for objects of different sizes, as a seed makes them.
struct Trace {
    /// What is asked for, in order: numbers below `sizes.count`.
    var requests: [Int]
    /// Bytes of disk of each object.
    var sizes: [Int64]
    /// Bytes of the objects that are asked for again and again.
    var baseBytes: Int64

    /// Kinds of traces.
    enum Kind: String, CaseIterable {
        /// Some objects are popular, and stay so (Zipf, exponent 0.9).
        case zipf
        /// The same, and every 10,000 requests a batch of 2,000 objects that are asked for once.
        case scans
        /// Half of the requests are for the eight latest campaigns' pictures; there is a new campaign each 500 requests.
        case campaigns
        /// Two of five objects are asked for once and never again; the rest is Zipf, exponent 0.8.
        case wonders
    }

    private static let length = 150_000
    private static let baseObjects = 20_000

    /// The trace of a kind and a seed.
    init(_ kind: Kind, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let popularity = Zipf(count: Trace.baseObjects, exponent: kind == .wonders ? 0.8 : 0.9)
        sizes = (0..<Trace.baseObjects).map { _ in Trace.size(&generator) }
        baseBytes = sizes.reduce(0, +)
        requests = []
        requests.reserveCapacity(Trace.length)
        var campaigns: [Int] = []
        while requests.count < Trace.length {
            switch kind {
            case .zipf: break
            case .scans where requests.count % 10_000 == 9_999:
                for _ in 0..<2000 { requests.append(newObject(&generator)) }
            case .campaigns where requests.count % 500 == 0:
                campaigns = Array((campaigns + [newObject(&generator)]).suffix(8))
            case .wonders where Int.random(in: 0..<5, using: &generator) < 2:
                requests.append(newObject(&generator))
                continue
            case .scans, .campaigns, .wonders: break
            }
            if kind == .campaigns, Bool.random(using: &generator),
                let campaign = campaigns.randomElement(using: &generator)
            {
                requests.append(campaign)
            } else {
                requests.append(popularity.object(&generator))
            }
        }
    }

    private mutating func newObject(_ generator: inout SeededGenerator) -> Int {
        sizes.append(Trace.size(&generator))
        return sizes.count - 1
    }

    /// Lognormal, median 200 kB, from 2 kB to 10 MB, in whole blocks.
    private static func size(_ generator: inout SeededGenerator) -> Int64 {
        let (first, second) = (
            Double.random(in: 0.000_001..<1, using: &generator), Double.random(in: 0..<1, using: &generator)
        )
        let normal = sqrt(-2 * log(first)) * cos(2 * Double.pi * second)
        let bytes = min(max(200_000 * exp(1.2 * normal), 2000), 10_000_000)
        return (Int64(bytes) + 4095) / 4096 * 4096
    }
}

/// Object n comes with a probability proportional to 1 / n^exponent.
struct Zipf {
    private let sums: [Double]

    init(count: Int, exponent: Double) {
        var sum = 0.0
        sums = (1...count).map { rank in
            sum += 1 / pow(Double(rank), exponent)
            return sum
        }
    }

    func object(_ generator: inout SeededGenerator) -> Int {
        let wanted = Double.random(in: 0..<(sums.last ?? 1), using: &generator)
        var (low, high) = (0, sums.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] > wanted { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
