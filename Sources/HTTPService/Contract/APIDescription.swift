import NotificationContent

/// What `/openapi.json` says (OpenAPI 3.1), made from the table of routes, so that it cannot say less or more than what
/// is answered.
struct APIDescription {
    private let routes: [Route]
    private let version: String

    /// Describes routes; `version` is the program's.
    init(_ routes: [Route], version: String) {
        self.routes = routes
        self.version = version
    }

    /// The document.
    var json: [UInt8] {
        var writer = JSONWriter(capacity: 1 << 16)
        writer.value(document)
        return writer.bytes
    }

    private var document: JSONTree {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "attachd", "version": .text(version),
                "summary": "Media for push notifications, fetched, checked and cached before the push goes out.",
                "license": ["name": "Apache License 2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/"]],
            "paths": .object(paths),
            "components": [
                "schemas": .object(
                    (DescriptorSchemas.all + OperatorSchemas.all).map { .init($0.name, $0.schema) }),
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer",
                        "description": "Over TCP where the daemon has a file of tokens; never on a Unix socket.",
                    ],
                    "password": [
                        "type": "http", "scheme": "basic",
                        "description": "For pages: any name, and a token as the password.",
                    ],
                ],
            ],
        ]
    }

    private var paths: [JSONTree.Member] {
        var paths: [(text: String, members: [JSONTree.Member])] = []
        for route in routes {
            let path = route.pattern.text
            let operations = operations(of: route)
            if let index = paths.firstIndex(where: { $0.text == path }) {
                paths[index].members += operations
            } else {
                paths.append((path, operations))
            }
        }
        return paths.map { .init($0.text, .object($0.members)) }
    }

    /// The route's operation; for a GET the HEAD beside it.
    private func operations(of route: Route) -> [JSONTree.Member] {
        guard let text = OperationTable.all["\(route.method.name) \(route.pattern.text)"] else { return [] }
        let operation = OperationDescription(route, text)
        guard route.method == .get else { return [.init(route.method.name.lowercased(), operation.document())] }
        return [.init("get", operation.document()), .init("head", operation.document(isHead: true))]
    }
}
