/// One request as the origin saw it, byte for byte.
package struct OriginRequest: Sendable, Equatable {
    /// A header field as sent.
    package struct Field: Sendable, Equatable {
        /// The name as sent.
        package let name: String
        /// The value without the blanks around it.
        package let value: String
    }

    /// The method.
    package let method: String
    /// The request target as sent.
    package let target: String
    /// The header fields in order.
    package let fields: [Field]
    /// Which connection it came on, from 1.
    package let connection: Int

    /// Reads a head that ends with an empty line; nil if it is none.
    init?(_ head: some Sequence<UInt8>, connection: Int) {
        let lines = String(decoding: Array(head), as: UTF8.self).split(separator: "\r\n")
        let parts = lines.first?.split(separator: " ", omittingEmptySubsequences: false) ?? []
        guard parts.count == 3, parts[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(parts[0])
        target = String(parts[1])
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return Field(name: String(line[..<colon]), value: String(value))
        }
        self.connection = connection
    }

    /// The target without its query.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The first value of a field, by name without regard to case; nil if there is none.
    package func header(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
