import Glibc
import LoopbackOrigin
import Synchronization

// The origin of Scripts/demo: serves the project's own media on a loopback port, slowly below /slow/, writes one line a
// request to a log file, and says on standard output when it is ready. Ends when its standard input does.
let words = CommandLine.arguments
guard words.count == 4, let port = UInt16(words[2]) else {
    print("usage: demo-origin FOLDER PORT LOG")
    exit(64)
}
let log = unsafe open(words[3], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
guard log >= 0 else {
    print("demo-origin: cannot write \(words[3])")
    exit(73)
}
let folder = OriginFolder(path: words[1], pieceBytes: 512, pauseMilliseconds: 1000, maxAge: 3600)
do {
    let origin = try LoopbackOrigin(serving: folder, port: port) { request in
        let line = Array("\(request.method) \(request.target)\n".utf8)
        _ = unsafe line.withUnsafeBytes { unsafe write(log, $0.baseAddress, $0.count) }
    }
    print("ready on 127.0.0.1:\(origin.port)")
    fflush(nil)
    while getchar() != EOF {}
    origin.shutDown()
} catch {
    print("demo-origin: cannot listen on port \(port): \(error); set ATTACHD_DEMO_PORT to a free one")
    exit(69)
}
