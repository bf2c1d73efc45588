import Glibc

/// The executables that were built together with the tests.
package enum BuiltProduct {
    /// The path of a product: beside the test bundle, which is the running executable or named in its arguments.
    package static func path(_ name: String) -> String {
        for bundle in [link("/proc/self/exe")] + CommandLine.arguments {
            guard let slash = bundle.lastIndex(of: "/") else { continue }
            let candidate = bundle[..<slash] + "/" + name
            if unsafe access(String(candidate), X_OK) == 0 { return String(candidate) }
        }
        return Fixture.repository + "/.build/debug/" + name
    }

    /// The target of a symbolic link.
    private static func link(_ path: String) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe buffer.withUnsafeMutableBytes { buffer -> Int in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe readlink(path, start, buffer.count)
        }
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }
}
