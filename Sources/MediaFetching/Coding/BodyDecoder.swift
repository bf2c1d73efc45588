/// Takes off a coding that nobody asked for, and knows whether it came whole.
///
/// libcurl's own decoder ends a cut stream without a word, so that half a picture would pass for a whole one.
final class BodyDecoder {
    /// How decoding goes on.
    enum Step: Equatable {
        /// All of the input has been taken.
        case more
        /// Whoever takes the output wants no more.
        case stopped
        /// The stream is broken.
        case broken
    }

    private let coding: BodyFraming.Coding
    private var stream: InflateStream?
    private var form: InflateStream.Form
    /// Whether the first byte of the stream has come.
    private var hasBegun = false
    private var isAtEnd = false

    /// A decoder at the start of a body.
    init(_ coding: BodyFraming.Coding) {
        self.coding = coding
        form = coding == .gzip ? .gzip : .zlib
    }

    /// Whether the body may end here: at the end of a stream, or before its first byte.
    var isComplete: Bool {
        isAtEnd || !hasBegun
    }

    /// Decodes the next bytes; `body` gets the output in pieces and says whether to go on.
    func decode(_ input: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Step {
        guard input.count > 0 else { return .more }
        do throws(InflateStream.Fault) {
            var start = 0
            if !hasBegun { try begin(with: input[0]) }
            while start < input.count {
                if isAtEnd { try beginNextMember() }
                guard let stream else { return .broken }
                var goesOn = true
                let step = try stream.step(input, from: start) { goesOn = body($0) }
                guard goesOn else { return .stopped }
                start += step.consumed
                isAtEnd = step.isAtEnd
                if step.consumed == 0, step.produced == 0, !step.isAtEnd { return .broken }
                // The input's end may leave output behind in the decoder.
                if start == input.count, step.produced == InflateStream.outputBytes, !isAtEnd {
                    guard try drain(stream, body) else { return .stopped }
                }
            }
            return .more
        } catch {
            return .broken
        }
    }

    /// Takes what the decoder still holds of the input that it has; whether to go on.
    private func drain(_ stream: InflateStream, _ body: (Span<UInt8>) -> Bool) throws(InflateStream.Fault) -> Bool {
        let none: [UInt8] = []
        while true {
            var goesOn = true
            let step = try stream.step(none.span, from: 0) { goesOn = body($0) }
            guard goesOn else { return false }
            isAtEnd = step.isAtEnd
            if isAtEnd || step.produced < InflateStream.outputBytes { return true }
        }
    }

    /// `deflate` means the zlib form (RFC 9110 section 8.4.1.2); its first byte tells it from the raw one, which servers
    /// send too.
    private func begin(with first: UInt8) throws(InflateStream.Fault) {
        hasBegun = true
        if coding == .deflate, first & 0x0f != 8 || first >> 4 > 7 { form = .raw }
        stream = try InflateStream(form)
    }

    /// gzip may be several members one after another (RFC 1952 section 2.2); nothing may follow the other forms.
    private func beginNextMember() throws(InflateStream.Fault) {
        guard form == .gzip else { throw InflateStream.Fault() }
        try stream?.reset()
        isAtEnd = false
    }
}
