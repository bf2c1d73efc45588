import AttachmentPipeline
import NotificationContent
import Telemetry

/// `POST /v1/content` and `POST /v1/attachments`: payloads and URLs in, descriptors and outcomes out.
struct ContentRoutes: Sendable {
    let service: Service

    var routes: [Route] {
        [
            Route(.post, "/v1/content", query: RequestOptions.names, contentTypes: ["application/json"]) {
                content($0)
            },
            Route(
                .post, "/v1/attachments", query: ["timeout", "policy", "priority"], contentTypes: ["application/json"]
            ) {
                attachment($0)
            },
        ]
    }

    private func content(_ routed: RoutedRequest) -> HTTPReply {
        let request = routed.request
        let key = RenderedAnswers.Key(request.body, request.target.query)
        if let key, let answer = service.rendered.find(key), service.pipeline.stillHolds(answer.proof) {
            service.departures.note(answer.proof.outcomes, delivering: answer.delivered)
            return .now(.json(answer.bytes))
        }
        let options: RequestOptions
        do throws(ProblemDetails) {
            options = try RequestOptions(
                request.target, standard: service.configuration.timeout, policies: service.configuration.policies)
        } catch {
            return .now(error.response())
        }
        let payload: Payload
        do throws(MalformedJSON) {
            payload = try Payload.read(request.body, dialect: options.dialect)
        } catch {
            return .now(ProblemDetails(error).response())
        }
        // A closed gate keeps the references in the descriptor; without any there is nothing to wait for.
        guard payload.gate == .open, !payload.references.isEmpty else {
            return .now(render(payload, nil, options))
        }
        if let outcomes = service.pipeline.answerFromCache(payload.references, policy: options.policy) {
            return .now(render(payload, BestAttempt(outcomes: outcomes), options, keptAs: key))
        }
        let size = Int64(request.body.count) * 4 + Int64(payload.references.count) * 65_536
        let deadline = Deadline(at: request.arrival.advanced(by: options.timeout))
        return service.waiting(size) { [self] in
            let attempt = await service.pipeline.resolve(
                payload.references, deadline: deadline, priority: options.priority, policy: options.policy)
            return render(payload, attempt, options)
        }
    }

    private func attachment(_ routed: RoutedRequest) -> HTTPReply {
        let request = routed.request
        let options: RequestOptions
        let reference: MediaReference
        do throws(ProblemDetails) {
            options = try RequestOptions(
                request.target, standard: service.configuration.timeout, policies: service.configuration.policies)
        } catch {
            return .now(error.response())
        }
        do throws(MalformedJSON) {
            reference = try AttachmentRequest.read(request.body)
        } catch {
            return .now(ProblemDetails(error).response())
        }
        let deadline = Deadline(at: request.arrival.advanced(by: options.timeout))
        if let outcome = service.pipeline.answerFromCache([reference], policy: options.policy)?.first.flatMap({ $0 }) {
            service.departures.note([outcome])
            return .now(.json(AttachmentAnswer(reference, outcome)))
        }
        return service.waiting(Int64(request.body.count) + 65_536) { [self] in
            let attempt = await service.pipeline.resolve(
                [reference], deadline: deadline, priority: options.priority, policy: options.policy)
            return answer(reference, attempt)
        }
    }

    /// Not inlined, as `render`.
    @inline(never)
    private func answer(_ reference: MediaReference, _ attempt: BestAttempt) -> HTTPResponse {
        guard let outcome = attempt.outcomes.first.flatMap({ $0 }) else {
            return ProblemDetails(.serviceUnavailable, "The request was ended.").response()
        }
        service.departures.note([outcome])
        return .json(AttachmentAnswer(reference, outcome))
    }

    /// The descriptor; not inlined, so that its values do not lie in the frame of a request that waits (see `FlightNotes`).
    /// With `key` it is kept for requests of the same bytes, if the cache alone answers them.
    @inline(never)
    private func render(
        _ payload: Payload, _ attempt: BestAttempt?, _ options: RequestOptions, keptAs key: RenderedAnswers.Key? = nil
    ) -> HTTPResponse {
        let delivered = service.configuration.publicBaseURL == nil ? nil : payload
        if let attempt { service.departures.note(attempt.outcomes, delivering: delivered) }
        let descriptor = ContentDescriptor(
            payload: payload, outcomes: attempt?.outcomes, complete: attempt?.isComplete ?? true,
            publicBaseURL: service.configuration.publicBaseURL)
        let bytes = options.showsPayloadOnly ? descriptor.deliveryPayload() ?? [] : descriptor.json()
        if let key, let attempt, service.rendered.isWorthKeeping(key),
            let proof = service.pipeline.proof(of: attempt.outcomes, payload.references)
        {
            service.rendered.keep(RenderedAnswers.Answer(bytes, proof, delivered: delivered), for: key)
        }
        return .json(bytes)
    }
}

extension ProblemDetails {
    /// A body that is no JSON, with the byte at which it goes wrong.
    init(_ error: MalformedJSON) {
        self = .malformedJSON(
            "The body is malformed at byte \(error.offset): \(error.detail).", offset: error.offset)
    }
}

extension HTTPResponse {
    /// A 200 of one JSON document.
    static func json(_ document: some JSONValue) -> HTTPResponse {
        var writer = JSONWriter()
        writer.value(document)
        return .json(writer.bytes)
    }
}
