import NotificationContent

/// The heading of each warning for people.
enum WarningGuide {
    /// A few words. A switch, so that no code can be forgotten.
    static func text(on code: ContentWarning.Code) -> String {
        switch code {
        case .notMutable: "An iPhone would not add media to this push: send \"mutable-content\": 1 in aps"
        case .noAlert: "This push shows nothing: media need an alert in aps"
        case .noMedia: "No media were found in this payload"
        case .nearLimit: "A file is close to the size limit"
        case .typeMismatch: "A name or type hint says something else than the bytes"
        case .trailingBytes: "Something stands behind the end of a file"
        case .codecRarelySupported: "Not every phone can play a film's or sound's coding"
        case .policyDiffers: "Another policy would refuse a file"
        case .payloadNearLimit: "The payload is close to its size limit"
        case .payloadTooLarge: "The payload is too large: APNs and FCM refuse it"
        case .dataTooLarge: "The additional data are larger than OneSignal allows"
        case .collapseIDTooLong: "The collapse identifier is longer than 64 bytes"
        case .badToken: "A device token has a form that APNs, Firebase and Expo do not give out"
        case .overAndroidLimit: "A picture is larger than Android's 1 MiB"
        case .textReplaced: "A text was replaced because of what became of the media"
        case .fallbackUsed: "A stand-in is attached in the place of a file that failed"
        case .malformedAps: "A phone would not understand a part of aps"
        }
    }
}
