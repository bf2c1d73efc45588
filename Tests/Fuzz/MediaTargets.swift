@testable import MediaStructure
@testable import MediaTypes

/// The structure readers, one by one and together.
enum MediaTargets {
    /// One of each reader that the door knows, so that a new one cannot be forgotten, and the door itself.
    static let all =
        StructureReader.readers.flatMap { reader in
            seeds(of: reader).map { name, seeds in target(name, reader, seeds: seeds) }
        } + [
            FuzzTarget(
                "structure", "all readers, and the names of what none reads", longest: 8192,
                seeds: MediaSeeds.everything
            ) { bytes in
                MediaClaims.check(bytes) { bytes throws(MediaRefusal) in try StructureReader.read(bytes) }
                checkClaimants(bytes)
            }
        ]

    /// Names of targets, and the seeds of each.
    private static func seeds(
        of reader: any FormatReader.Type
    ) -> [(name: String, seeds: @Sendable () -> [[UInt8]])] {
        let type = "\(reader)"
        let name = (type.hasSuffix("Reader") ? String(type.dropLast("Reader".count)) : type).lowercased()
        // Two formats that have little in common but their start codes.
        if name == "mpeg" {
            return [("mpeg-program", MediaSeeds.mpegProgram), ("mpeg-elementary", MediaSeeds.mpegElementary)]
        }
        return [(name, MediaSeeds.byReader[name] ?? MediaSeeds.everything)]
    }

    private static func target(
        _ name: String, _ reader: any (FormatReader & SendableMetatype).Type,
        seeds: @escaping @Sendable () -> [[UInt8]]
    ) -> FuzzTarget {
        FuzzTarget(name, "\(reader), alone", seeds: seeds) { bytes in
            guard reader.recognizes(bytes.span) else { return }
            MediaClaims.check(bytes) { bytes throws(MediaRefusal) in
                // Without its trailing bytes a file may be somebody else's.
                guard reader.recognizes(bytes) else { throw MediaRefusal(.unsupportedType, "not recognized") }
                return try reader.read(bytes)
            }
        }
    }

    /// At most one reader recognises a file, so that their order cannot matter.
    private static func checkClaimants(_ bytes: [UInt8]) {
        let claimants = StructureReader.readers.filter { $0.recognizes(bytes.span) }
        require(claimants.count <= 1, "several readers claim the same bytes: \(claimants)")
    }
}
