import CLinux
import Glibc
import Telemetry

/// The inspector's file, opened once, so that every process of a daemon's life runs the same program whatever an upgrade
/// puts in its place.
package struct InspectorExecutable: Sendable {
    /// Where it was found.
    package let path: String
    let descriptor: DescriptorHandle
    /// Tells this file from the one that an upgrade puts in its place: size and time of change (`fstat(2)`), with a blank
    /// before each.
    let version: String

    /// Opens the file at `path` (`open(2)` with O_PATH: it need not be readable).
    ///
    /// - Throws: `InspectorError.executableMissing` if it is not there or may not be executed.
    package init(at path: String) throws(InspectorError) {
        try self.init(firstOf: [path])
    }

    /// Finds the file beside the running executable, in `../libexec/attachd`, or in `/usr/libexec/attachd`.
    ///
    /// - Throws: `InspectorError.executableMissing` with the paths tried.
    package static func find() throws(InspectorError) -> InspectorExecutable {
        try InspectorExecutable(firstOf: candidates(forDaemonAt: runningExecutable()))
    }

    private init(firstOf paths: [String]) throws(InspectorError) {
        for path in paths where unsafe access(path, X_OK) == 0 {
            let number = unsafe open(path, linux_open_path_only | O_CLOEXEC)
            guard number >= 0 else { continue }
            do throws(SystemCallError) {
                descriptor = try DescriptorHandle(raising: number)
            } catch {
                throw .system(error)
            }
            self.path = path
            var status = stat()
            version =
                unsafe fstat(number, &status) == 0 ? " \(status.st_size) \(status.st_mtim.tv_sec)" : ""
            return
        }
        throw .executableMissing(paths)
    }

    /// The paths tried, in order.
    static func candidates(forDaemonAt path: String?) -> [String] {
        var candidates: [String] = []
        if let path, let slash = path.lastIndex(of: "/") {
            let folder = path[..<slash]
            candidates.append("\(folder)/attachd-inspector")
            candidates.append("\(folder)/../libexec/attachd/attachd-inspector")
        }
        candidates.append("/usr/libexec/attachd/attachd-inspector")
        return candidates
    }

    private static func runningExecutable() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { buffer -> Int in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe readlink("/proc/self/exe", start, buffer.count)
        }
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
