/// Every layout of every dialect, in the order in which a payload is tried; the last one recognises anything.
enum DialectTable {
    static let all: [Dialect] = OneSignal.layouts + FCM.layouts + [Generic.layout]

    /// The layout to read a payload by.
    ///
    /// With a name only that dialect's layouts are tried; if none recognises the payload its last one is used.
    static func choose(_ name: DialectName?, for documents: inout NestedDocuments) -> Dialect {
        var last = Generic.layout
        for dialect in all where name == nil || dialect.name == name?.text {
            if dialect.recognition.holds(in: &documents) { return dialect }
            last = dialect
        }
        return last
    }
}
