import Glibc
import MediaStructure
import MediaTypes

/// Answers one request after the other until the daemon closes its end.
struct JobLoop: ~Copyable {
    private let socket: JobSocket
    private let sniffer: TypeSniffer

    /// A loop over a socket, with a sniffer that has been tested.
    init(socket: JobSocket, sniffer: consuming TypeSniffer) {
        self.socket = socket
        self.sniffer = sniffer
    }

    /// Says that the inspector is ready and which locks hold, and works until there is nobody to work for.
    func run(behind locks: InspectorLocks) throws(JobSocket.Failure) {
        try socket.send(.ready(locks))
        while let job = try socket.next() {
            let answer = inspect(job)
            close(job.descriptor)
            try socket.send(answer)
        }
    }

    private func inspect(_ job: JobSocket.Job) -> InspectorProtocol.Answer {
        guard let count = Int(exactly: job.request.fileBytes),
            let file = MappedFile(descriptor: job.descriptor, count: count)
        else { return JobLoop.fail(job, "the inspector has no memory for the file") }
        return file.withBytes { bytes in
            do throws(TypeSniffer.Failure) {
                return try inspect(bytes, job: job.request.job)
            } catch {
                return JobLoop.fail(job, "libmagic could not look at the file: \(error)")
            }
        }
    }

    /// What the bytes are, by libmagic and the structure readers together; `job` comes back in the answer.
    func inspect(_ bytes: Span<UInt8>, job: UInt32) throws(TypeSniffer.Failure) -> InspectorProtocol.Answer {
        let type = try sniffer.mediaType(of: bytes)
        let refusal: MediaRefusal
        do throws(MediaRefusal) {
            let media = try StructureReader.read(bytes)
            return InspectorProtocol.Answer(
                job: job, sniffedType: type, body: Verdict.combine(type, proven: media))
        } catch {
            refusal = error
        }
        let isUnnamed = refusal.reason == .unsupportedType && type == TypeSniffer.unknown
        let name = isUnnamed ? try sniffer.anyType(of: bytes) : type
        return InspectorProtocol.Answer(
            job: job, sniffedType: name, body: Verdict.combine(name, refused: refusal))
    }

    /// The answer that a lack of memory or a fault of ours gets: never a verdict on the file.
    private static func fail(_ job: JobSocket.Job, _ detail: String) -> InspectorProtocol.Answer {
        InspectorProtocol.Answer(
            job: job.request.job, sniffedType: TypeSniffer.unknown,
            body: .refused(MediaRefusal(.inspectionFailed, detail)))
    }
}
