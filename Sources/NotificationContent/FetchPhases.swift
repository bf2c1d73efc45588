/// How long the parts of bringing one attachment took, in whole milliseconds; nil for what did not happen.
package struct FetchPhases: Sendable, Equatable {
    /// Waiting for a turn at the origin.
    package var queue: Int64?
    /// Looking the host's name up.
    package var dns: Int64?
    /// The TCP handshake.
    package var connect: Int64?
    /// The TLS handshake.
    package var tls: Int64?
    /// From the request to the first byte of its answer.
    package var firstByte: Int64?
    /// The rest of the transfer.
    package var transfer: Int64?
    /// Judging the bytes.
    package var inspect: Int64?
    /// Writing to the cache what outlasts a crash.
    package var store: Int64?

    /// Nothing is known yet.
    package init() {}
}

extension FetchPhases: JSONValue {
    /// Writes what is known, in the order of the events.
    package func write(to writer: inout JSONWriter) {
        writer.object {
            $0.member("queue", queue)
            $0.member("dns", dns)
            $0.member("connect", connect)
            $0.member("tls", tls)
            $0.member("firstByte", firstByte)
            $0.member("transfer", transfer)
            $0.member("inspect", inspect)
            $0.member("store", store)
        }
    }

    /// The phases that an answer names.
    init(_ fields: AnswerFields) {
        queue = fields.whole("queue")
        dns = fields.whole("dns")
        connect = fields.whole("connect")
        tls = fields.whole("tls")
        firstByte = fields.whole("firstByte")
        transfer = fields.whole("transfer")
        inspect = fields.whole("inspect")
        store = fields.whole("store")
    }
}
