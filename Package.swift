// swift-tools-version: 6.2
import PackageDescription

/// Every rule the compiler can enforce is on, for every target, from one array.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
]

/// A module of ours: its folder is `Sources/<name>`.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: strict)
}

/// A test target: its folder is `Tests/<name>`.
func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: strict)
}

/// A Debian C library behind a module map with typed inline shims: its folder is `Sources/<name>`.
func system(_ name: String, _ pkgConfig: String, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
    name: "attachd",
    products: [
        .executable(name: "attachd", targets: ["attachd"]),
        .executable(name: "attachd-inspector", targets: ["attachd-inspector"]),
    ],
    targets: [
        // The two executables, and what each may import (DESIGN section 2: no other arrows).
        .executableTarget(
            name: "attachd",
            dependencies: [
                "HTTPService", "AttachmentPipeline", "MediaFetching", "MediaInspection", "MediaTypes",
                "AttachmentCache", "NotificationContent", "PreviewPage", "Telemetry", "CLinux",
            ],
            path: "Sources/attachd", swiftSettings: strict),
        .executableTarget(
            name: "attachd-inspector", dependencies: ["MediaStructure", "MediaTypes", "Sandbox", "CMagic", "CLinux"],
            path: "Sources/attachd-inspector", swiftSettings: strict),

        // The daemon's side.
        module(
            "AttachmentPipeline",
            ["MediaFetching", "MediaInspection", "MediaTypes", "AttachmentCache", "NotificationContent", "Telemetry"]),
        module("MediaFetching", ["Telemetry", "CCurl", "CZlib"]),
        module("MediaInspection", ["MediaTypes", "Telemetry", "CLinux"]),
        module("AttachmentCache", ["Telemetry", "CSQLite", "CCrypto", "CLinux"]),
        module("NotificationContent"),
        module("PreviewPage", ["NotificationContent"]),
        module("Telemetry", ["CLinux"]),
        module(
            "HTTPService",
            [
                "AttachmentPipeline", "MediaFetching", "MediaInspection", "MediaTypes", "AttachmentCache",
                "NotificationContent", "PreviewPage", "Telemetry", "CMicroHTTPD", "CSystemd", "CLinux",
            ]),

        // The inspector's side.
        module("MediaStructure", ["MediaTypes"]),
        module("Sandbox", ["MediaTypes", "CSeccomp", "CLinux"]),
        module("MediaTypes"),

        // System libraries.
        system("CCurl", "libcurl", apt: "libcurl4-openssl-dev"),
        system("CZlib", "zlib", apt: "zlib1g-dev"),
        system("CMagic", "libmagic", apt: "libmagic-dev"),
        system("CSQLite", "sqlite3", apt: "libsqlite3-dev"),
        system("CCrypto", "libcrypto", apt: "libssl-dev"),
        system("CMicroHTTPD", "libmicrohttpd", apt: "libmicrohttpd-dev"),
        system("CSeccomp", "libseccomp", apt: "libseccomp-dev"),
        system("CSystemd", "libsystemd", apt: "libsystemd-dev"),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),

        // Tests, one target a module, and what they share.
        .target(
            name: "Fixtures", dependencies: ["Telemetry", "CLinux"], path: "Tests/Fixtures", exclude: ["Media"],
            swiftSettings: strict),
        .target(
            name: "LoopbackOrigin", dependencies: ["Telemetry"], path: "Tests/LoopbackOrigin", swiftSettings: strict),
        .executableTarget(
            name: "demo-origin", dependencies: ["LoopbackOrigin"], path: "Tests/DemoOrigin", swiftSettings: strict),
        .executableTarget(
            name: "json-bench", dependencies: ["NotificationContent"], path: "Tests/JSONBench", swiftSettings: strict),
        .executableTarget(
            name: "eviction-bench", dependencies: ["AttachmentCache", "Fixtures"], path: "Tests/EvictionBench",
            swiftSettings: strict),
        .executableTarget(
            name: "cache-bench", dependencies: ["AttachmentCache", "Telemetry", "Fixtures"], path: "Tests/CacheBench",
            swiftSettings: strict),
        .systemLibrary(name: "CProbe", path: "Tests/CProbe"),
        .executableTarget(
            name: "sandbox-probe", dependencies: ["Sandbox", "MediaTypes", "CProbe"], path: "Tests/SandboxProbe",
            swiftSettings: strict),
        tests("SandboxTests", ["Sandbox", "MediaTypes", "Fixtures", "sandbox-probe"]),
        tests("TelemetryTests", ["Telemetry", "Fixtures"]),
        tests("NotificationContentTests", ["NotificationContent", "Fixtures"]),
        tests("PreviewPageTests", ["PreviewPage", "NotificationContent", "Fixtures"]),
        tests("MediaTypesTests", ["MediaTypes", "Fixtures"]),
        tests("MediaStructureTests", ["MediaStructure", "MediaTypes", "Fixtures"]),
        tests("MediaInspectionTests", ["MediaInspection", "MediaTypes", "Telemetry", "Fixtures", "attachd-inspector"]),
        tests("MediaFetchingTests", ["MediaFetching", "Telemetry", "LoopbackOrigin", "Fixtures"]),
        .target(name: "CCrash", path: "Tests/CCrash", linkerSettings: [.linkedLibrary("sqlite3")]),
        tests("AttachmentCacheTests", ["AttachmentCache", "Telemetry", "Fixtures", "CCrash"]),
        tests(
            "AttachmentPipelineTests",
            [
                "AttachmentPipeline", "MediaFetching", "MediaInspection", "MediaTypes", "AttachmentCache",
                "NotificationContent", "Telemetry", "LoopbackOrigin", "Fixtures", "attachd-inspector",
            ]),
        tests(
            "AttachdTests",
            [
                "attachd", "attachd-inspector", "sandbox-probe", "AttachmentCache", "AttachmentPipeline",
                "NotificationContent", "Telemetry", "LoopbackOrigin", "Fixtures",
            ]),
        tests(
            "ServeTests",
            [
                "attachd", "attachd-inspector", "sandbox-probe", "AttachmentCache", "HTTPService",
                "NotificationContent", "PreviewPage", "Telemetry", "LoopbackOrigin", "Fixtures", "CLinux",
            ]),
        tests(
            "HTTPServiceTests",
            [
                "HTTPService", "AttachmentPipeline", "AttachmentCache", "NotificationContent", "Telemetry", "CLinux",
                "Fixtures",
            ]),
    ]
)

/// Coverage-guided fuzzing (Scripts/fuzz): one executable of named targets, over the same modules built with libFuzzer's
/// instrumentation. Nothing else of the package is built then, and nothing of this is there without the variable.
if Context.environment["FUZZ"] != nil {
    package.products = []
    package.targets.removeAll { $0.type == .test || $0.type == .executable || $0.path == "Tests/LoopbackOrigin" }
    package.targets += [
        .target(
            name: "attachd-inspector", dependencies: ["MediaStructure", "MediaTypes", "Sandbox", "CMagic", "CLinux"],
            path: "Sources/attachd-inspector", exclude: ["main.swift"], swiftSettings: strict),
        .systemLibrary(name: "CFuzzer", path: "Tests/CFuzzer"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "MediaTypes", "MediaStructure", "MediaInspection", "attachd-inspector", "NotificationContent",
                "MediaFetching", "HTTPService", "AttachmentPipeline", "AttachmentCache", "Telemetry", "Fixtures",
                "CFuzzer", "CLinux",
            ],
            path: "Tests",
            sources: ["Fuzz", "MediaStructureTests/MPEG/MPEGSamples.swift"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ]
    for target in package.targets where target.type != .system {
        let instrumented = SwiftSetting.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])
        target.swiftSettings = (target.swiftSettings ?? []) + [instrumented]
    }
}
