/// Every layout of every dialect, in the order in which a payload is tried; the last one recognises anything.
enum DialectTable {
    static let all: [Dialect] = OneSignal.layouts + FCM.layouts + [Generic.layout]

    /// The layout to read a payload by.
    ///
    /// With a name only that dialect's layouts are tried; if none recognises the payload its last one is used.
    static func choose(_ name: DialectName?, for documents: inout NestedDocuments) -> Dialect {
        var last: Int?
        // By index, so that no layout is copied that is not chosen.
        for index in all.indices where name == nil || all[index].name == name?.text {
            if all[index].recognition.holds(in: &documents) { return all[index] }
            last = index
        }
        return last.map { all[$0] } ?? Generic.layout
    }
}
