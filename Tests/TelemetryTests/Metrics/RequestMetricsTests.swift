import Testing

@testable import Telemetry

@Suite struct RequestMetricsTests {
    private let registry = MetricsRegistry()

    private func counts(_ metrics: RequestMetrics) async -> [String: MetricNumber] {
        let family = await registry.families().first { $0.name == "attachd_http_requests_total" }
        return Dictionary(
            uniqueKeysWithValues: (family?.samples ?? []).map {
                ($0.labels.map(\.value).joined(separator: " "), $0.number)
            })
    }

    @Test func `counts by route and status and shows no other pairs`() async {
        let metrics = RequestMetrics(in: registry, routes: ["/a", "/b"])
        for (route, status) in [
            (0, 200), (0, 404), (1, 503), (nil, 404), (2, 404), (-1, 404), (0, 99), (0, 600), (0, 299), (0, -1),
        ] { metrics.record(route: route, status: status, duration: .milliseconds(1)) }
        #expect(
            await counts(metrics) == [
                "/a 200": .integer(1), "/a 404": .integer(1), "/b 200": .integer(0), "/b 503": .integer(1),
                "none 200": .integer(0), "none 404": .integer(3), "/a other": .integer(4),
            ])
    }

    @Test func `counts the methods of one route together`() async {
        let metrics = RequestMetrics(in: registry, routes: ["/a", "/b", "/a"])
        for route in 0...3 { metrics.record(route: route, status: 200, duration: .zero) }
        #expect(await counts(metrics) == ["/a 200": .integer(2), "/b 200": .integer(1), "none 200": .integer(1)])
    }

    @Test func `keeps the time of each route`() async {
        let metrics = RequestMetrics(in: registry, routes: ["/a"])
        metrics.record(route: 0, status: 200, duration: .milliseconds(2))
        metrics.record(route: nil, status: 400, duration: .seconds(1))
        let family = await registry.families().first { $0.name == "attachd_http_request_duration_seconds" }
        let sums = (family?.samples ?? []).filter { $0.suffix == "_sum" }.map(\.number)
        #expect(sums == [.nanoseconds(2_000_000), .nanoseconds(1_000_000_000)])
    }
}
