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

    /// Says that the inspector is ready, and works until there is nobody to work for.
    func run() throws(JobSocket.Failure) {
        try socket.send(.ready)
        while let job = try socket.next() {
            let answer = inspect(job)
            close(job.descriptor)
            try socket.send(answer)
        }
    }

    private func inspect(_ job: JobSocket.Job) -> InspectorProtocol.Answer {
        guard let count = Int(exactly: job.request.fileBytes),
            let file = MappedFile(descriptor: job.descriptor, count: count)
        else {
            let refusal = MediaRefusal(.inspectionFailed, "the inspector has no memory for the file")
            return InspectorProtocol.Answer(
                job: job.request.job, sniffedType: TypeSniffer.unknown, body: .refused(refusal))
        }
        return file.withBytes { bytes in
            let type = sniffer.mediaType(of: bytes)
            do throws(MediaRefusal) {
                let media = try StructureReader.read(bytes)
                return InspectorProtocol.Answer(
                    job: job.request.job, sniffedType: type, body: Verdict.combine(type, proven: media))
            } catch {
                let isUnnamed = error.reason == .unsupportedType && type == TypeSniffer.unknown
                let name = isUnnamed ? sniffer.anyType(of: bytes) : type
                return InspectorProtocol.Answer(
                    job: job.request.job, sniffedType: name, body: Verdict.combine(name, refused: error))
            }
        }
    }
}
