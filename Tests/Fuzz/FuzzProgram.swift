import CFuzzer
import CLinux
import Glibc

/// The executable that libFuzzer drives; its own main is `LLVMFuzzerRunDriver`.
///
/// `$ATTACHD_FUZZ_TARGET` names the target, since libFuzzer takes every argument for itself. Instead of fuzzing,
/// `--list` prints the targets and `--seeds FOLDER` writes the target's seeds.
enum FuzzProgram {
    /// The target of this process.
    static let target: FuzzTarget? = FuzzTarget.all.first { $0.name == environment("ATTACHD_FUZZ_TARGET") }

    /// Runs until libFuzzer ends; the process' status.
    static func run() -> Int32 {
        var words = CommandLine.arguments
        if words.dropFirst().first == "--list" {
            for target in FuzzTarget.all { print("\(target.name)\t\(target.longestInput)\t\(target.summary)") }
            return 0
        }
        guard let target else {
            complain("ATTACHD_FUZZ_TARGET names no target")
            return 64
        }
        if words.count == 3, words[1] == "--seeds" { return writeSeeds(of: target, to: words[2]) }
        words.insert("-max_len=\(target.longestInput)", at: 1)
        return drive(words)
    }

    /// One input; anything wrong ends the process.
    static func test(_ bytes: [UInt8]) {
        target?.check(bytes)
    }

    private static func drive(_ words: [String]) -> Int32 {
        // libFuzzer keeps the pointers for as long as the process lives.
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        var count = Int32(words.count)
        return unsafe arguments.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe LLVMFuzzerRunDriver(&count, &start, LLVMFuzzerTestOneInput)
        }
    }

    private static func writeSeeds(of target: FuzzTarget, to folder: String) -> Int32 {
        for (number, seed) in target.seeds().enumerated() {
            let path = folder + "/seed-\(number)"
            let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard file >= 0, unsafe write(file, seed, seed.count) == seed.count else {
                complain("\(path) cannot be written")
                return 74
            }
            close(file)
        }
        return 0
    }

    private static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// Writes a line to standard error.
func complain(_ words: String) {
    let line = Array("\(words)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
}

/// Ends the process where what must always hold does not: libFuzzer then saves the input.
func require(_ holds: Bool, _ words: @autoclosure () -> String) {
    guard !holds else { return }
    complain("invariant broken: \(words())")
    abort()
}

/// The process' entry: SwiftPM gives an executable's main this name, and the linker calls it by the usual one.
@_cdecl("fuzz_main")
func fuzzMain(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    FuzzProgram.run()
}

/// libFuzzer's callback. The input is copied, so that the sanitizer sees a read beyond its last byte.
@_cdecl("LLVMFuzzerTestOneInput")
func LLVMFuzzerTestOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    FuzzProgram.test(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}
