import Testing

@testable import AttachmentCache

@Suite struct LockHolderTests {
    @Test(arguments: [
        LockHolder(pid: 1, command: "serve"), LockHolder(pid: .max, command: "", socket: "/run/a b.sock"),
        LockHolder(pid: 4711, command: "re\"so\\lve\u{1}", socket: "/tmp/\u{7f}ü\n"),
    ])
    func `reads what it wrote`(_ holder: LockHolder) {
        #expect(LockHolder(line: holder.line) == holder)
        #expect(holder.line.last == "\n")
        #expect(!holder.line.dropLast().contains("\n"))
    }

    @Test(arguments: [
        "", "{", "{}", "[]", "{\"pid\":1}", "{\"command\":\"serve\"}", "{\"pid\":0,\"command\":\"serve\"}",
        "{\"pid\":-1,\"command\":\"serve\"}", "{\"pid\":2147483648,\"command\":\"serve\"}",
        "{\"pid\":\"x\",\"command\":\"serve\"}", "{\"pid\":1,\"command\":\"ser", "{\"pid\":1,\"command\":\"a\\",
        "{\"pid\":1,\"command\":\"a\\u00\"}", "{\"pid\":1,\"command\":\"a\\u0100\"}", "{\"pid\":1,\"command\":{}}",
        "{\"pid\":1,\"command\":\"a\"", "{\"pid\":1,,\"command\":\"a\"}",
    ])
    func `reads nothing into a line that is none`(_ line: String) {
        #expect(LockHolder(line: line) == nil)
    }
}
