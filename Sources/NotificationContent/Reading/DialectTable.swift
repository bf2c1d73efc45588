/// Every layout of every dialect, in the order in which a payload is tried; the last one recognises anything.
enum DialectTable {
    ///
    /// First those whose marks are a vendor's name or a place of its own, then those that are told apart by what stands
    /// beside a common key, last those that are known by a common key alone.
    static let all: [Dialect] = (own + besideCommonKeys + commonKeys + [[FCM.marks, Generic.layout]]).flatMap { $0 }

    /// Beside each layout what its names must be, so that the layouts themselves are looked at only where it matters.
    private static let filters = all.map(\.recognition.names)

    private static let own = [
        OneSignal.layouts, OneSignalRequest.layouts, FCM.layouts, Airship.layouts, Braze.layouts, CleverTap.layouts,
        Iterable.layouts,
        CustomerIO.layouts, Batch.layouts, WonderPush.layouts, Optimove.layouts, Klaviyo.layouts, Expo.layouts,
        Swrve.layouts, Notifee.layouts, MoEngage.layouts, Appcues.layouts, Adobe.layouts, Salesforce.layouts,
        Mixpanel.layouts,
    ]

    private static let besideCommonKeys = [
        Pinpoint.layouts, PusherBeams.layouts, Emarsys.layouts, Mindbox.layouts, Bloomreach.layouts,
        [Adobe.mobileServices],
    ]

    private static let commonKeys = [HomeAssistant.layouts, Pushwoosh.layouts]

    /// The layout to read a payload by.
    ///
    /// With a name only that dialect's layouts are tried; if none recognises the payload its last one is used.
    static func choose(_ name: DialectName?, for documents: inout NestedDocuments) -> Dialect {
        guard let name else {
            for index in filters.indices where filters[index].passes(documents.names) {
                if all[index].recognition.holds(in: &documents) { return all[index] }
            }
            return Generic.layout
        }
        var last = Generic.layout
        for dialect in all where dialect.name == name.text {
            if dialect.recognition.holds(in: &documents) { return dialect }
            last = dialect
        }
        return last
    }
}
