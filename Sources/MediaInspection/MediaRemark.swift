package import MediaTypes

/// What is worth telling of accepted media although it refuses nothing.
package struct MediaRemark: Sendable, Equatable {
    /// What it is about.
    package enum Code: Sendable, Equatable {
        /// Another named policy would refuse the file.
        case policyDiffers
        /// Few phones play one of its codecs.
        case codecRarelySupported
    }

    /// What it is about.
    package let code: Code
    /// One clause for a person, for a name and a colon to stand before.
    package let detail: String

    /// Everything that is to be said of media that some policy accepted, in a file of `bytes` bytes.
    ///
    /// The policy that accepted them may have had limits of an operator's own: named is each policy that would, as it
    /// stands in its table, refuse them.
    package static func all(on media: InspectedMedia, bytes: Int64) -> [MediaRemark] {
        var remarks: [MediaRemark] = []
        let rare = media.codecs.filter { !PlayableCodecs.contains($0, in: media.format) }
        if !rare.isEmpty {
            let names = rare.joined(separator: ", ")
            remarks.append(
                MediaRemark(code: .codecRarelySupported, detail: "few phones play \(names) in \(media.format.row.name)")
            )
        }
        let refusals = MediaPolicy.all.compactMap { policy in
            policy.judge(media, bytes: bytes).map { "\(policy.name) (\($0.reason.rawValue): \($0.detail))" }
        }
        if !refusals.isEmpty {
            remarks.append(
                MediaRemark(code: .policyDiffers, detail: "refused under \(refusals.joined(separator: ", "))"))
        }
        return remarks
    }
}
