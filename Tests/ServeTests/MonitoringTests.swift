import Fixtures
import LoopbackOrigin
import Testing

/// The folder `monitoring`: what its rules and its dashboard name exists, and the rules do what their tests say.
@Suite(.timeLimit(.minutes(20))) struct MonitoringTests {
    private static let folder = Fixture.repository + "/monitoring"

    /// The names of metrics in a text, without the endings of a histogram's series.
    private static func names(in text: String) -> Set<String> {
        Set(
            text.matches(of: #/\b(attachd|process)_[a-z_]+/#).map { match in
                String(match.output.0.replacing(#/_(bucket|sum|count)$/#, with: ""))
            })
    }

    @Test(arguments: ["attachd.rules.yml", "attachd-dashboard.json", "attachd.rules.test.yml"])
    func `every metric that is named exists`(_ file: String) async throws {
        let origin = try Payload.origin()
        let daemon = try await Daemon.start()
        let media = Payload.of(["photo.jpg", "photo.webp", "gone"].map { origin.url("/\($0)") })
        #expect(try await daemon.post("/v1/content", media).status == 200)
        let metrics = try await daemon.get("/metrics").text
        let existing = Set(
            metrics.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.compactMap {
                $0.split(separator: " ").dropFirst(2).first.map(String.init)
            })
        let named = Self.names(
            in: String(decoding: try Fixture.readFile(Self.folder + "/" + file), as: UTF8.self))
        #expect(named.count > 5)
        #expect(named.subtracting(existing).sorted() == [])
        #expect(await daemon.stop() == 0)
    }

    @Test func `the dashboard is JSON, and each panel asks for something`() throws {
        let dashboard = try JSONData(Fixture.readFile(Self.folder + "/attachd-dashboard.json"))
        let panels = (dashboard["panels"]?.elements ?? []).filter { $0["type"] != .text("row") }
        #expect(panels.count > 15)
        for panel in panels { #expect(panel["targets"]?.elements.isEmpty == false, "\(panel["title"]?.text ?? "")") }
    }

    @Test(arguments: [["check", "rules", "attachd.rules.yml"], ["test", "rules", "attachd.rules.test.yml"]])
    func `Prometheus takes the rules and fires them when it should`(_ words: [String]) async throws {
        let environment = ["PATH": Fixture.environment("PATH") ?? "/usr/bin:/bin"]
        let probe = try await ProgramRun.of("/bin/sh", ["-c", "command -v promtool"], environment: environment)
        guard probe.status == 0 else {
            print("skipped: promtool \(words.joined(separator: " ")) (promtool is not installed)")
            return
        }
        let run = try await ProgramRun.of(
            "/bin/sh", ["-c", "cd \"$0\" && promtool \"$@\"", Self.folder] + words, environment: environment)
        #expect(run.status == 0, "\(run.text) \(run.messages)")
    }

    @Test func `every rule has a test that makes it fire`() throws {
        let rules = String(decoding: try Fixture.readFile(Self.folder + "/attachd.rules.yml"), as: UTF8.self)
        let tests = String(decoding: try Fixture.readFile(Self.folder + "/attachd.rules.test.yml"), as: UTF8.self)
        let alerts = rules.matches(of: #/- alert: (\w+)/#).map { String($0.output.1) }
        #expect(alerts.count == 16)
        for alert in alerts {
            let fires =
                tests.contains("alertname=\"\(alert)\"") || tests.contains("alertname: \(alert)\n        exp_alerts:")
            #expect(fires, "\(alert)")
        }
    }
}
