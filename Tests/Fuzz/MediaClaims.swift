import MediaInspection

@testable import MediaStructure
@testable import MediaTypes

/// What must hold of every answer about a file, whatever its bytes are.
enum MediaClaims {
    /// Reads bytes twice, with anything that reads media, and checks what it says.
    static func check(
        _ bytes: [UInt8], _ read: (Span<UInt8>) throws(MediaRefusal) -> InspectedMedia
    ) {
        let answer = self.answer(bytes, read)
        require(answer == self.answer(bytes, read), "the same bytes got two answers: \(answer)")
        check(answer, of: bytes.count)
        guard case .success(let media) = answer else { return }
        require(!isRefusedEarly(bytes), "the first bytes refuse what is proven to be \(media)")
        guard media.trailingBytes > 0 else { return }
        var rest = media
        rest.trailingBytes = 0
        let cut = self.answer(Array(bytes.dropLast(Int(media.trailingBytes))), read)
        require(cut == .success(rest), "without \(media.trailingBytes) trailing bytes \(media) becomes \(cut)")
    }

    /// Checks that an answer claims no more than a file of `count` bytes can hold, and that the wire can carry it.
    static func check(_ answer: Result<InspectedMedia, MediaRefusal>, of count: Int) {
        switch answer {
        case .success(let media):
            checkMeasures(media, of: count)
            let sent = InspectorProtocol.Answer(job: 7, sniffedType: "a/b", body: .inspected(media))
            // The wire holds 64-bit numbers to Int64.max, which no policy allows anyway.
            var held = media
            held.canvasPixels = min(media.canvasPixels, UInt64(Int64.max))
            held.durationMicroseconds = media.durationMicroseconds.map { min($0, UInt64(Int64.max)) }
            let received = InspectorProtocol.Answer(decoding: sent.encode())
            require(received?.body == .inspected(held), "the wire changes \(media)")
            for policy in MediaPolicy.all { _ = policy.judge(media, bytes: Int64(count)) }
        case .failure(let refusal):
            require(refusal.reason != .inspectionFailed, "a reader blames itself: \(refusal)")
            require(!refusal.detail.isEmpty, "a refusal without a word: \(refusal)")
            let sent = InspectorProtocol.Answer(job: 7, sniffedType: "a/b", body: .refused(refusal))
            let received = InspectorProtocol.Answer(decoding: sent.encode())
            guard case .refused(let told)? = received?.body else {
                return require(false, "the wire cannot carry \(refusal)")
            }
            require(told.reason == refusal.reason && told.format == refusal.format, "the wire changes \(refusal)")
            for policy in MediaPolicy.all { _ = policy.judge(refusal) }
        }
    }

    private static func checkMeasures(_ media: InspectedMedia, of count: Int) {
        require(media.trailingBytes < UInt64(count), "more trailing bytes than bytes: \(media)")
        require(media.codecs.count <= 4, "too many codecs: \(media)")
        let areCodecsPlain = media.codecs.allSatisfy { codec in
            (1...23).contains(codec.utf8.count) && codec.utf8.allSatisfy { 0x20...0x7e ~= $0 }
        }
        require(areCodecsPlain, "a codec's name that the wire cannot carry: \(media)")
        switch media.format.row.kind {
        case .image:
            require((media.width ?? 0) > 0 && (media.height ?? 0) > 0, "a picture without a size: \(media)")
            require(media.canvasPixels > 0, "a picture without pixels: \(media)")
            require((media.frames ?? 0) > 0, "a picture without a frame: \(media)")
            require(UInt64(media.frames ?? 0) < UInt64(count), "more frames than bytes: \(media)")
        case .video:
            require((media.width ?? 0) > 0 && (media.height ?? 0) > 0, "a film without a size: \(media)")
            require(media.canvasPixels > 0, "a film without pixels: \(media)")
            require(media.durationMicroseconds != nil, "a film without a time: \(media)")
        case .audio:
            require(media.durationMicroseconds != nil, "a sound without a time: \(media)")
        }
    }

    /// Whether the comparison of a body's first bytes, which may only refuse, would end this transfer.
    private static func isRefusedEarly(_ bytes: [UInt8]) -> Bool {
        let prefix = Array(bytes.prefix(EarlySignatures.byteLimit))
        if case .refused = EarlySignatures.verdict(on: prefix.span, isWhole: prefix.count == bytes.count) {
            return true
        }
        return false
    }

    private static func answer(
        _ bytes: [UInt8], _ read: (Span<UInt8>) throws(MediaRefusal) -> InspectedMedia
    ) -> Result<InspectedMedia, MediaRefusal> {
        do throws(MediaRefusal) {
            return .success(try read(bytes.span))
        } catch {
            return .failure(error)
        }
    }
}
