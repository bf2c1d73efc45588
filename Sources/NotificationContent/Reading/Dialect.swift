/// How one vendor writes media into a payload: a value of the dialect table, one for each layout the vendor uses.
///
/// A class, so that going through the table costs one reference each.
final class Dialect: Sendable {
    /// The vendor's name in the descriptor and on the command line; several layouts may share it.
    let name: String
    /// Which of the vendor's layouts this is, for people.
    let layout: String
    let recognition: Recognition
    let places: [MediaPlace]
    /// Whether media are fetched although Apple would start no extension for the payload.
    let passesGate: Bool
    /// Where the notification's text and settings stand.
    let content: [FieldRule]
    /// The vendor's own fields; without any the descriptor has no `notification`.
    let notification: [FieldRule]
    /// Of them those whose size is limited.
    let limited: [FieldRule]
    /// The payload's action buttons.
    let actions: ActionRule?
    /// Where the seconds stand for which a payload asks to be delivered.
    let timeToLive: [JSONPath]
    /// Where a payload says that it is shown for a second time.
    let restoring: [JSONPath]
    /// Of the content's fields the category.
    let category: FieldRule?
    /// The texts that depend on what becomes of the media.
    let texts: [TextRule]
    /// What says to whom or as what the push is delivered.
    let addresses: [AddressRule]
    /// Where Apple's dictionary stands, whose members are checked.
    let apple: JSONPath

    init(
        _ name: String, layout: String, recognition: Recognition, places: [MediaPlace], passesGate: Bool = false,
        content: [FieldRule] = ContentFields.apple, notification: [FieldRule] = [], actions: ActionRule? = nil,
        timeToLive: [JSONPath] = Lifecycle.dataMessage, restoring: [JSONPath] = [],
        texts: [TextRule] = [], addresses: [AddressRule] = [], apple: JSONPath = AppleDictionary.root
    ) {
        self.name = name
        self.layout = layout
        self.recognition = recognition
        self.places = places
        self.passesGate = passesGate
        self.content = content
        self.notification = notification
        limited = NotificationLimits.limited(notification)
        self.actions = actions
        self.timeToLive = timeToLive
        self.restoring = restoring
        category = content.first { $0.name == "categoryIdentifier" }
        self.texts = texts
        self.addresses = addresses
        self.apple = apple
    }
}
