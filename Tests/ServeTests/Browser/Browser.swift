import CLinux
import Fixtures
import Glibc
import NotificationContent
import Telemetry

/// A real browser without a window, driven over its pipe (DevTools protocol, `--remote-debugging-pipe`): one page, used by
/// one test.
final class Browser {
    private static let path = "/usr/bin/chromium"

    private let program: RunningProgram
    private let folder: TemporaryFolder
    private let writer: DescriptorHandle
    private var messages: AsyncStream<[UInt8]>.Iterator
    private var lastCall = 0
    private var session: String?
    /// Everything that the page or the browser had to say on the console, in its own words.
    private(set) var console: [String] = []

    /// Whether the browser is there; says on standard output how many cases its absence costs.
    static func isPresent(orSkipping cases: String) -> Bool {
        guard unsafe access(path, X_OK) != 0 else { return true }
        print("skipped: \(cases) (chromium is not installed)")
        return false
    }

    /// Starts it, with an empty page.
    init() async throws {
        folder = try TemporaryFolder()
        let commands = try Browser.pipe()
        let answers = try Browser.pipe()
        program = try RunningProgram(
            Browser.path,
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
                "--user-data-dir=\(folder.path)/profile", "about:blank",
            ], environment: ["HOME": folder.path, "PATH": "/usr/bin:/bin"], passing: [commands.reader, answers.writer])
        writer = commands.writer
        let (stream, inbox) = AsyncStream.makeStream(of: [UInt8].self)
        messages = stream.makeAsyncIterator()
        let reader = answers.reader
        try startOwnedThread(named: "browser") { Browser.read(reader, inbox) }
        let target = try await call("Target.createTarget", ["url": "about:blank"])["result", "targetId"] ?? ""
        session = try await call("Target.attachToTarget", ["targetId": target], ["flatten": true])[
            "result", "sessionId"]
        for domain in ["Runtime", "Log", "Page"] { _ = try await call(domain + ".enable") }
    }

    /// Opens an address and waits until the page's script says what state it is in.
    func open(_ url: String) async throws {
        _ = try await call("Page.navigate", ["url": url])
        _ = try await evaluate(
            """
            new Promise(function (done) {
                var root = document.documentElement;
                if (root && root.hasAttribute("data-state")) { done(""); return; }
                new MutationObserver(function () {
                    if (document.documentElement.hasAttribute("data-state")) { done(""); }
                }).observe(document, { attributes: true, subtree: true, childList: true });
            })
            """)
    }

    /// Runs a script in the page, waits for what it promises, and returns that as text.
    func evaluate(_ script: String) async throws -> String {
        let answer = try await call(
            "Runtime.evaluate", ["expression": script], ["awaitPromise": true, "returnByValue": true])
        if let fault = answer["result", "exceptionDetails", "exception", "description"] {
            throw DaemonFailure(messages: fault)
        }
        return answer["result", "result", "value"] ?? ""
    }

    /// Sets the size of the window in pixels, and whether the reader prefers dark.
    func show(width: Int, height: Int = 900, isDark: Bool = false) async throws {
        _ = try await send(
            "Emulation.setDeviceMetricsOverride",
            "{\"width\":\(width),\"height\":\(height),\"deviceScaleFactor\":1,\"mobile\":false}")
        let scheme = isDark ? "dark" : "light"
        _ = try await send(
            "Emulation.setEmulatedMedia",
            "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"\(scheme)\"}]}")
    }

    private func call(
        _ method: String, _ texts: KeyValuePairs<String, String> = [:], _ flags: KeyValuePairs<String, Bool> = [:]
    ) async throws -> JSONView {
        var writer = JSONWriter()
        writer.object { writer in
            for (name, value) in texts { writer.member(name, value) }
            for (name, value) in flags { writer.member(name, value) }
        }
        return try await send(method, String(decoding: writer.bytes, as: UTF8.self))
    }

    /// Sends one command and waits for its answer; what comes before it are events.
    private func send(_ method: String, _ parameters: String) async throws -> JSONView {
        lastCall += 1
        let place = session.map { ",\"sessionId\":\"\($0)\"" } ?? ""
        try write("{\"id\":\(lastCall),\"method\":\"\(method)\",\"params\":\(parameters)\(place)}\0")
        while let message = await messages.next(isolation: #isolation) {
            let view = try JSONView(message)
            if view["id"] == String(lastCall) { return view }
            switch view["method"] {
            case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded":
                console.append(String(decoding: message.prefix(600), as: UTF8.self))
            default: break
            }
        }
        throw DaemonFailure(messages: "the browser has ended during \(method)")
    }

    private func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(writer.number, $0.baseAddress.map { unsafe $0 + offset }, $0.count - offset)
            }
            guard count > 0 else { throw SystemCallError.current("write") }
            offset += count
        }
    }

    private static func pipe() throws(SystemCallError) -> (reader: DescriptorHandle, writer: DescriptorHandle) {
        var ends: [Int32] = [-1, -1]
        guard unsafe linux_pipe(&ends) == 0 else { throw .current("pipe2") }
        return (DescriptorHandle(owning: ends[0]), DescriptorHandle(owning: ends[1]))
    }

    /// Cuts what comes into messages, which end with NUL.
    private static func read(_ end: DescriptorHandle, _ inbox: AsyncStream<[UInt8]>.Continuation) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var message: [UInt8] = []
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(end.number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return inbox.finish() }
            for part in buffer[..<count].split(separator: 0, omittingEmptySubsequences: false).enumerated() {
                if part.offset > 0 {
                    inbox.yield(message)
                    message = []
                }
                message += part.element
            }
        }
    }
}
