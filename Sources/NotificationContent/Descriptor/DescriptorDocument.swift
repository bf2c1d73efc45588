/// A descriptor as it is shown: made here, or by a daemon that was asked for it.
package protocol DescriptorDocument: JSONValue, Sendable {
    /// Everything remarkable about the payload and its media.
    var warnings: [ContentWarning] { get }
    /// The payload to deliver; nil for a bare URL, which has none.
    func deliveryPayload(pretty: Bool) -> [UInt8]?
}

extension ContentDescriptor: DescriptorDocument {}
