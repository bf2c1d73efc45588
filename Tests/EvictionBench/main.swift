/// Object and byte miss ratios of the product's eviction beside LRU, SIEVE and GDSF on generated traces.
///
/// `eviction-bench [SEED...]` prints a line for each trace, size of the cache (per cent of what is asked for more than once),
/// seed and policy, its values separated by tabs. The seeds are 1, 2 and 3 if none is named.
enum EvictionBench {
    static let policies: [(name: String, make: @Sendable (Int64, [Int64]) -> any ReplacementPolicy)] = [
        ("S3-FIFO", { ProductPolicy(limit: $0, sizes: $1) }), ("LRU", { LRU(limit: $0, sizes: $1) }),
        ("SIEVE", { Sieve(limit: $0, sizes: $1) }), ("GDSF", { GDSF(limit: $0, sizes: $1) }),
    ]

    static func run(seeds: [UInt64]) {
        for kind in Trace.Kind.allCases {
            for seed in seeds {
                let trace = Trace(kind, seed: seed)
                for percent: Int64 in [2, 10] {
                    for (name, make) in policies {
                        let ratios = MissRatios(make(trace.baseBytes / 100 * percent, trace.sizes), trace)
                        print(kind.rawValue, percent, seed, name, ratios.objects, ratios.bytes, separator: "\t")
                    }
                }
            }
        }
    }
}

let named = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
EvictionBench.run(seeds: named.isEmpty ? [1, 2, 3] : named)
