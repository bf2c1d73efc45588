import MediaInspection
package import MediaTypes
package import NotificationContent

extension ContentWarning {
    /// What the policies and the table of codecs have to say of accepted media, in the words of the descriptor.
    package static func remarks(on media: InspectedMedia, bytes: Int64) -> [ContentWarning] {
        MediaRemark.all(on: media, bytes: bytes).map { remark in
            let code: Code =
                switch remark.code {
                case .policyDiffers: .policyDiffers
                case .codecRarelySupported: .codecRarelySupported
                }
            return ContentWarning(code, remark.detail)
        }
    }
}
