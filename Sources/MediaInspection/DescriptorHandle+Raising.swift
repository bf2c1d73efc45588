import Glibc
import Telemetry

extension DescriptorHandle {
    /// Takes over `number` and moves it to 10 or above, close-on-exec: the file actions of a spawn put descriptors at fixed low
    /// numbers, and must not overwrite one that they still need.
    ///
    /// - Throws: `SystemCallError` of `fcntl(2)`; `number` is closed all the same.
    convenience init(raising number: Int32) throws(SystemCallError) {
        let raised = fcntl(number, F_DUPFD_CLOEXEC, 10)
        let error = SystemCallError.current("fcntl")
        close(number)
        guard raised >= 0 else { throw error }
        self.init(owning: raised)
    }
}
