import Glibc

/// An open file descriptor with one owner: closed when the last reference goes.
package final class DescriptorHandle: Sendable {
    /// The descriptor's number; valid for as long as the handle lives, so use it within `withExtendedLifetime`.
    package let number: Int32

    /// Takes over `number`, which nobody else may close.
    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}
