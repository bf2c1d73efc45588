import AttachmentCache
import Synchronization

/// Answers with the whole of one blob, which the library builds once and sends many times.
///
/// Each HTTP thread has its own, since the request's name in it is exchanged before each use: the library copies the
/// header into the connection's memory as soon as the handler that has queued the answer returns, and before it looks at
/// another connection of the thread. They go with the content that they stand beside, or with the last of them on its way.
final class KeptAnswers: Sendable {
    /// The field that is exchanged.
    static let identifierField = "X-Request-Id"

    /// The most of them beside one content, about a kilobyte each; the answers of further threads are built each time.
    private static let most = 8

    private final class Place: Sendable {
        let answer = Mutex<KeptAnswer?>(nil)
    }

    private let server: UInt64
    private let places: [Place]

    private init(server: UInt64, threads: Int) {
        self.server = server
        places = (0..<min(max(threads, 1), KeptAnswers.most)).map { _ in Place() }
    }

    /// What stands beside a content for a server's threads, made if need be; nil where it is another server's.
    static func of(_ content: HotContent, in context: WorkerContext) -> KeptAnswers? {
        content.note.withLock { note in
            if let known = note as? KeptAnswers { return known.server == context.server ? known : nil }
            let made = KeptAnswers(server: context.server, threads: context.configuration.threads)
            note = made
            return made
        }
    }

    /// Calls `body` with the answer of an HTTP thread, its request's name set.
    ///
    /// - Parameters:
    ///   - thread: the number of the calling HTTP thread.
    ///   - response: what is to be sent; the answer is built anew where its fields are others than last time.
    ///   - identifier: the request's name.
    ///   - body: sends it.
    /// - Returns: what `body` returned; nil where the thread has no answer here, or for want of memory.
    func use<Value: Sendable>(
        on thread: Int, for response: HTTPResponse, identifier: String, _ body: (borrowing ResponseHandle) -> Value
    ) -> Value? {
        guard places.indices.contains(thread) else { return nil }
        return places[thread].answer.withLock { answer in
            if answer?.headers != response.headers { answer = KeptAnswer(response) }
            guard let answer else { return nil }
            answer.name(identifier)
            return body(answer.handle)
        }
    }
}

/// One answer that is sent many times, by one thread.
private final class KeptAnswer {
    let handle: ResponseHandle
    let headers: [HeaderField]
    private var identifier: String?

    init?(_ response: HTTPResponse) {
        guard let handle = ResponseHandle(response) else { return nil }
        self.handle = handle
        headers = response.headers
    }

    func name(_ identifier: String) {
        if let old = self.identifier { handle.remove(KeptAnswers.identifierField, old) }
        handle.add(KeptAnswers.identifierField, identifier)
        self.identifier = identifier
    }
}
