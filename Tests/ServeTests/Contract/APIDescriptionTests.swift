import Fixtures
import LoopbackOrigin
import Testing

/// `/openapi.json`: what it says is valid, is all there is, and is what the daemon does.
@Suite(.timeLimit(.minutes(20))) struct APIDescriptionTests {
    private static func description(of daemon: Daemon) async throws -> JSONData {
        let answer = try await daemon.get("/openapi.json")
        #expect(answer.status == 200)
        #expect(answer.field("content-type") == "application/json")
        return try JSONData(answer.body)
    }

    /// Every example with the schema beside it and the place where both stand.
    private static func examples(in node: JSONData, at path: String = "$") -> [(
        path: String, schema: JSONData, value: JSONData
    )] {
        var found: [(path: String, schema: JSONData, value: JSONData)] = []
        if let schema = node["schema"], let examples = node["examples"] {
            found += examples.members.compactMap { example in
                example.value["value"].map { ("\(path).\(example.name)", schema, $0) }
            }
        }
        for member in node.members { found += self.examples(in: member.value, at: "\(path).\(member.name)") }
        for (index, element) in node.elements.enumerated() {
            found += examples(in: element, at: "\(path)[\(index)]")
        }
        return found
    }

    @Test func `every example fits the schema beside it`() async throws {
        let daemon = try await Daemon.start()
        let document = try await Self.description(of: daemon)
        let check = SchemaCheck(document)
        let examples = Self.examples(in: document)
        #expect(examples.count >= 15)
        for example in examples {
            #expect(check.problems(of: example.value, by: example.schema).isEmpty, "\(example.path)")
        }
        // The descriptor's example is checked against the descriptor's schema and not only against "any object".
        let descriptor = examples.first { $0.path.hasSuffix(".descriptor") }
        #expect(try check.problems(of: #require(descriptor).value, by: "Descriptor").isEmpty)
        #expect(await daemon.stop() == 0)
    }

    @Test func `every list of what exists is complete, and nothing promised is gone`() async throws {
        let daemon = try await Daemon.start(["--preview"])
        let found = ContractPromises.found(in: try await Self.description(of: daemon))
        let promised = ContractPromises.committed
        #expect(promised.subtracting(found).sorted() == [], "clients may rely on these: they must not disappear")
        #expect(found.subtracting(promised).sorted() == [], "these are new: add them to ContractPromises")
        #expect(await daemon.stop() == 0)
    }

    @Test func `a validator of others' finds nothing wrong`() async throws {
        let daemon = try await Daemon.start()
        let answer = try await daemon.get("/openapi.json")
        #expect(await daemon.stop() == 0)
        let environment = ["PATH": Fixture.environment("PATH") ?? "", "HOME": Fixture.environment("HOME") ?? "/"]
        let probe = try await ProgramRun.of(
            "/bin/sh", ["-c", "python3 -c 'import jsonschema'"], environment: environment)
        guard probe.status == 0 else {
            print("skipped: the description's schemas and examples by Python's jsonschema (it is not installed)")
            return
        }
        let run = try await ProgramRun.of(
            "/bin/sh", ["-c", "python3 -c \"$0\"", Self.validator], environment: environment, input: answer.body)
        #expect(run.status == 0, "\(run.messages)")
        #expect(run.text.hasPrefix("valid: "), "\(run.text)")
    }

    private static let validator = """
        import json, sys, jsonschema
        document = json.load(sys.stdin)
        kind = jsonschema.Draft202012Validator
        schemas = document["components"]["schemas"]
        for schema in schemas.values(): kind.check_schema(schema)
        count = 0
        def walk(node):
            global count
            if isinstance(node, dict):
                for example in (node.get("examples") or {}).values() if "schema" in node else []:
                    kind({**node["schema"], "components": document["components"]}).validate(example["value"])
                    count += 1
                for value in node.values(): walk(value)
            if isinstance(node, list):
                for value in node: walk(value)
        walk(document["paths"])
        assert count >= 15
        print("valid:", len(schemas), "schemas,", count, "examples")
        """
}
