/// HTTP requests by route and status, and how long each took: recording is three atomic additions.
///
/// Routes are known from the start, and statuses are counted by number within 100-599, so nothing that a client sends
/// makes a series of its own.
package struct RequestMetrics: Sendable {
    /// Statuses with a series of their own on each route; any other is counted as `other`.
    static let statuses = [
        200, 204, 206, 304, 400, 401, 403, 404, 405, 408, 413, 414, 415, 416, 429, 431, 500, 501, 503, 505,
    ]
    /// The place of each status in a route's row, by status minus 100.
    private static let places: [Int] = (100...599).map { statuses.firstIndex(of: $0) ?? statuses.count }

    /// The row of each route given at the start: routes of several methods share their pattern's.
    private let rows: [Int]
    private let counters: [Counter]
    private let durations: [Histogram]

    /// Makes the metrics of some routes, each by its pattern such as `/v1/blobs/{name}`, and of requests without one.
    package init(in registry: MetricsRegistry, routes: [String]) {
        var names: [String] = []
        for route in routes where !names.contains(route) { names.append(route) }
        rows = routes.map { names.firstIndex(of: $0) ?? 0 } + [names.count]
        names.append("none")
        let counters = (0..<names.count * (RequestMetrics.statuses.count + 1)).map { _ in Counter() }
        let durations = names.map { _ in Histogram(.answer) }
        self.counters = counters
        self.durations = durations
        let statusTexts = RequestMetrics.statuses.map(String.init) + ["other"]
        registry.collect { [names] in
            var requests = MetricFamily(
                .counter, "attachd_http_requests_total", "Answered HTTP requests by route and status.", [])
            var times = MetricFamily(
                .histogram, "attachd_http_request_duration_seconds", "Time from a request's arrival to its answer.", [])
            for (row, route) in names.enumerated() {
                let label = MetricFamily.Label("route", route)
                for (column, status) in statusTexts.enumerated() {
                    let value = counters[row * statusTexts.count + column].value
                    // Hundreds of combinations never happen; 200 is there from the start, for rates.
                    guard value > 0 || column == 0 else { continue }
                    requests.samples.append(
                        MetricFamily.Sample(labels: [label, MetricFamily.Label("status", status)], .integer(value)))
                }
                times.samples += durations[row].samples(labels: [label])
            }
            return [requests, times]
        }
    }

    /// Counts one answered request.
    ///
    /// - Parameters:
    ///   - route: its place among the routes given at the start; nil, or one beyond them, for a request without a route.
    ///   - status: the answer's status.
    ///   - duration: from arrival to answer.
    package func record(route: Int?, status: Int, duration: Duration) {
        let last = rows.count - 1
        let row = rows[route.map { (0..<last).contains($0) ? $0 : last } ?? last]
        let column =
            (100...599).contains(status) ? RequestMetrics.places[status - 100] : RequestMetrics.statuses.count
        counters[row * (RequestMetrics.statuses.count + 1) + column].add()
        durations[row].observe(duration)
    }
}
