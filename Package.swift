// swift-tools-version: 6.2
import PackageDescription

/// Settings shared by every Swift target: warnings stop the build, and the language's stricter modes are on.
let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of the sources, which `./test.sh` optimises: the tests take less time then, and the build more.
///
/// The checks of a debug build stay.
let source: [SwiftSetting] =
  swift
  + (Context.environment["DOCMERGE_OPTIMIZE"] == nil
    ? []
    : [
      .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"],
        .when(configuration: .debug))
    ])

/// Options for the linker itself, each of them one word.
func linker(_ options: [String]) -> [String] { options.flatMap { ["-Xlinker", $0] } }

/// Names that shared libraries find in the program: what grammars from Python packages call, see
/// PythonModule.swift, and what libgit2 does, see NoNetwork.c.
let exportsForLibraries = linker(
  [
    "PyModule_Create2", "PyModuleDef_Init", "PyCapsule_New", "mbedtls_x509_crt_parse_file",
  ].map { "--export-dynamic-symbol=\($0)" })

/// What libgit2 needs of libraries that it does not bring along when it is static, see NoNetwork.c.
let staticLibgit2 =
  [
    "ssh2", "mbedtls", "mbedx509", "mbedcrypto", "http_parser", "pcre2-8", "crypto", "tinfo",
    "minizip",
    "expat", "z",
  ]
  .map { "-l\($0)" }
  + linker(
    ["mbedtls_x509_crt_parse_file", "mbedtls_ctr_drbg_seed", "libssh2_init"].map { "--wrap=\($0)" })
  + linker(
    [
      "GSS_C_NT_HOSTBASED_SERVICE", "gss_delete_sec_context", "gss_display_status",
      "gss_import_name", "gss_indicate_mechs", "gss_init_sec_context", "gss_release_buffer",
      "gss_release_name", "gss_release_oid_set",
    ].map { "--defsym=\($0)=docmerge_no_negotiation" })

/// What Foundation consists of besides; only with `--static-swift-stdlib` the compiler names it to the linker.
let partsOfFoundation = ["_FoundationCollections", "_FoundationCShims", "_FoundationICU"]
  .map { "-l\($0)" }

/// An object of Scripts/icu_data.py, which the linker must find before the data of all languages.
let dataOfICU = Context.environment["DOCMERGE_ICU_DATA"].map { [$0] } ?? []

/// lld, since no other linker exports single names, or leaves glibc's warnings out: about `dlopen`, which
/// only the process of a grammar calls; `getpwuid`, which the list of users in a file is enough for; and
/// `getaddrinfo`, which nothing calls.
let withLibraries: [LinkerSetting] = [
  .unsafeFlags(["-use-ld=lld"] + exportsForLibraries + dataOfICU, .when(platforms: [.linux]))
]

/// No dynamic linking: a program without shared libraries and relocations starts in a third of the time.
let fastStart: [LinkerSetting] = [
  .unsafeFlags(
    ["-use-ld=lld", "-static-executable"] + linker(["--gc-sections"]) + partsOfFoundation
      + staticLibgit2,
    .when(platforms: [.linux], configuration: .release)),
  .unsafeFlags(
    ["-use-ld=lld"] + exportsForLibraries, .when(platforms: [.linux], configuration: .debug)),
]

let package = Package(
  name: "docmerge",
  products: [
    .library(name: "DocMerge", targets: ["DocMerge"]),
    .library(name: "DocMergeCore", targets: ["DocMergeCore"]),
    .library(name: "DocMergeFormats", targets: ["DocMergeFormats"]),
    .library(name: "DocMergeGit", targets: ["DocMergeGit"]),
    .library(name: "DocMergeDocuments", targets: ["DocMergeDocuments"]),
    .library(name: "DocMergeUIKit", targets: ["DocMergeUIKit"]),
    // The command has no shared libraries, so that it starts fast.
    .executable(name: "docmerge", targets: ["DocMergeLauncher"]),
    // … and starts this one, which has some, for grammars and for pages in the browser.
    .executable(name: "docmerge-full", targets: ["DocMergeFull"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.26.0"),
  ],
  targets: [
    .systemLibrary(name: "DocMergeLibgit2", providers: [.apt(["libgit2-dev"])]),
    .systemLibrary(name: "DocMergeSQLite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "DocMergeZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "DocMergeMbedTLS", providers: [.apt(["libmbedtls-dev"])]),
    .systemLibrary(name: "DocMergeLibTreeSitter", providers: [.apt(["libtree-sitter-dev"])]),
    .systemLibrary(name: "DocMergeMinizip", providers: [.apt(["libminizip-dev"])]),
    .systemLibrary(name: "DocMergeExpat", providers: [.apt(["libexpat1-dev"])]),
    .systemLibrary(name: "DocMergeNcurses", providers: [.apt(["libncurses-dev"])]),
    .target(name: "DocMergePOSIX", cSettings: [.treatAllWarnings(as: .error)]),
    // Messages in the language of the person, and the catalogs of languages. No Foundation.
    .target(
      name: "DocMergeCatalogs", exclude: ["de.po"], cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "DocMergeLanguage", dependencies: ["DocMergeCatalogs"], swiftSettings: source),
    .target(name: "DocMergeCore", dependencies: ["DocMergeLanguage"], swiftSettings: source),
    // The floor for files and processes. No Foundation: the fast verbs use it too.
    .target(
      name: "DocMergeSystem", dependencies: ["DocMergeLanguage", "DocMergeCore", "DocMergePOSIX"],
      swiftSettings: source),
    // One tree, one tree merge, one printer for all formats. No Foundation: the fast verbs use it too.
    .target(
      name: "DocMergeFormats", dependencies: ["DocMergeLanguage", "DocMergeCore"],
      swiftSettings: source),
    // Archives and the XML in them, through minizip, zlib and Expat: no C name leaves it.
    .target(
      name: "DocMergeArchive",
      dependencies: ["DocMergeExpat", "DocMergeMinizip", "DocMergeZlib"], swiftSettings: source),
    // Office documents as text, and text as office documents.
    .target(
      name: "DocMergeOffice",
      dependencies: ["DocMergeLanguage", "DocMergeArchive", "DocMergeCore", "DocMergeFormats"],
      swiftSettings: source),
    // Program code by the grammars of tree-sitter, each in a process that may crash.
    .target(
      name: "DocMergeTreeSitter",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeFiles", "DocMergeFormats", "DocMergeLibTreeSitter", "DocMergeSystem",
      ],
      swiftSettings: source),
    .target(
      name: "DocMergeFiles",
      dependencies: [
        "DocMergeLanguage", "DocMergeCore", "DocMergeFormats", "DocMergeOffice", "DocMergeSystem",
      ],
      swiftSettings: source),
    // Git objects through libgit2, each repository behind a lock: no C name leaves it.
    .target(
      name: "DocMergeObjects",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeCore", "DocMergeLibgit2", "DocMergeMbedTLS", "DocMergePOSIX",
        "DocMergeSystem", "DocMergeZlib",
      ],
      swiftSettings: source),
    // Names, states and versions as values: nothing here writes to the disk.
    .target(
      name: "DocMergeHistory",
      dependencies: ["DocMergeLanguage", "DocMergeCore", "DocMergeObjects", "DocMergeSystem"],
      swiftSettings: source),
    // What is in the folder, and how it is brought in line with a state.
    .target(
      name: "DocMergeFolder",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeCoordination", "DocMergeCore", "DocMergeHistory", "DocMergeObjects",
        "DocMergePOSIX", "DocMergeSQLite3", "DocMergeSystem",
      ],
      swiftSettings: source),
    .executableTarget(
      name: "DocMergeLauncher", dependencies: ["DocMergeCommand", "DocMergeNoNetwork"],
      swiftSettings: source, linkerSettings: fastStart),
    .target(
      name: "DocMergeResolvers",
      dependencies: ["DocMergeLanguage", "DocMergeCore", "DocMergeFormats", "DocMergeOffice"],
      swiftSettings: source),
    // The decision session: what a person decides, before any prompt, screen or page draws it.
    .target(
      name: "DocMergeDecisions", dependencies: ["DocMergeLanguage", "DocMergeCore"],
      swiftSettings: source),
    // The session on the whole screen of a terminal.
    .target(
      name: "DocMergeTerminal",
      dependencies: ["DocMergeLanguage", "DocMergeCore", "DocMergeDecisions", "DocMergeNcurses"],
      swiftSettings: source),
    // The session as a page in the browser, served to this computer alone.
    .target(
      name: "DocMergeWeb",
      dependencies: [
        "DocMergeLanguage", "DocMergeCore", "DocMergeDecisions", "DocMergeFormats",
        .product(name: "FlyingFox", package: "FlyingFox"),
      ],
      resources: [.embedInCode("Page")], swiftSettings: source),
    // The container: open, read, save, resolve, undo; its lock, and recovery.
    .target(
      name: "DocMergeContainer",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeCoordination", "DocMergeCore", "DocMergeFolder", "DocMergeHistory",
        "DocMergeObjects", "DocMergeResolvers", "DocMergeSystem",
      ],
      swiftSettings: source),
    // Meeting other replicas.
    .target(
      name: "DocMergeSync",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeContainer", "DocMergeCore", "DocMergeFolder", "DocMergeHistory",
        "DocMergeObjects", "DocMergeSystem",
      ],
      swiftSettings: source),
    // What keeps a container healthy.
    .target(
      name: "DocMergeUpkeep",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeContainer", "DocMergeCore", "DocMergeFolder", "DocMergeHistory",
        "DocMergeObjects", "DocMergeSync", "DocMergeSystem",
      ],
      swiftSettings: source),
    .target(
      name: "DocMergeGit",
      dependencies: [
        "DocMergeLanguage", "DocMergeCore", "DocMergeFiles", "DocMergeOffice", "DocMergeResolvers",
        "DocMergeSystem",
      ],
      swiftSettings: source),
    .target(
      name: "DocMerge",
      dependencies: [
        "DocMergeCore", "DocMergeFolder", "DocMergeFormats", "DocMergeHistory", "DocMergeObjects",
        "DocMergeOffice", "DocMergeResolvers", "DocMergeContainer", "DocMergeSync",
        "DocMergeUpkeep", "DocMergeSystem",
      ],
      swiftSettings: source),
    // Locks and messages between processes, without Foundation: the command uses them as well.
    .target(
      name: "DocMergeCoordination", dependencies: ["DocMergeSystem"],
      path: "Sources/Apple/DocMergeCoordination", swiftSettings: source),
    .target(
      name: "DocMergeDocuments",
      dependencies: [
        "DocMerge", "DocMergeCoordination", "DocMergePOSIX", "DocMergeSystem",
      ],
      path: "Sources/Apple/DocMergeDocuments", swiftSettings: source),
    .target(
      name: "DocMergeUIKit", dependencies: ["DocMerge", "DocMergeDocuments"],
      path: "Sources/Apple/DocMergeUIKit", swiftSettings: source),
    .target(
      name: "DocMergeCommand",
      dependencies: [
        "DocMergeLanguage",
        "DocMerge", "DocMergeCoordination", "DocMergeDecisions", "DocMergeFiles", "DocMergeGit",
        "DocMergeOffice", "DocMergeSystem", "DocMergeTerminal", "DocMergeTreeSitter",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: source),
    // In the place of what libgit2 sets up for a network. A part of programs, and of no library.
    .target(name: "DocMergeNoNetwork", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "DocMergeFull",
      dependencies: [
        "DocMergeLanguage",
        "DocMergeArchive", "DocMergeCommand", "DocMergeDecisions", "DocMergeNoNetwork",
        "DocMergeWeb",
      ],
      swiftSettings: source, linkerSettings: withLibraries),
    .executableTarget(
      name: "ResolveConflicts", dependencies: ["DocMerge"], path: "Samples/ResolveConflicts",
      swiftSettings: swift),
    .executableTarget(
      name: "GitConflicts", dependencies: ["DocMergeGit"], path: "Samples/GitConflicts",
      swiftSettings: swift),
    .executableTarget(
      name: "ShoppingList", dependencies: ["DocMergeCore", "DocMergeFormats"],
      path: "Samples/ShoppingList",
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeCoreTests",
      dependencies: ["DocMergeCore", "DocMergeFuzzing", "DocMergeTestSupport"],
      exclude: ["Corpus"], swiftSettings: swift),
    .testTarget(
      name: "DocMergeLanguageTests", dependencies: ["DocMergeLanguage"], swiftSettings: swift),
    .testTarget(
      name: "DocMergeSystemTests",
      dependencies: ["DocMergeCore", "DocMergeSystem", "DocMergeTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeTerminalTests",
      dependencies: ["DocMergeCore", "DocMergeDecisions", "DocMergeTerminal"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeWebTests",
      dependencies: ["DocMergeCore", "DocMergeDecisions", "DocMergeLanguage", "DocMergeWeb"],
      exclude: [
        "browser.py", "diff_test.py", "german.py", "german_reading_test.py", "german_test.py",
        "package_test.py", "page_test.py", "reopen_test.py", "review_test.py",
      ], swiftSettings: swift),
    .testTarget(
      name: "DocMergeFormatsTests",
      dependencies: ["DocMergeCore", "DocMergeFormats", "DocMergeFuzzing", "DocMergeTestSupport"],
      swiftSettings: swift),
    // What Scripts/fuzz.sh runs, and the tests replay.
    .target(
      name: "DocMergeFuzzing",
      dependencies: ["DocMergeCore", "DocMergeFormats", "DocMergeTestSupport"],
      path: "Tests/DocMergeFuzzing", swiftSettings: source),
    .executableTarget(
      name: "DocMergeFuzz", dependencies: ["DocMergeFuzzing", "DocMergeTestSupport"],
      path: "Tests/DocMergeFuzz", swiftSettings: source),
    // What Scripts/simulate.sh runs: replicas to which anything happens. It copies its own process.
    .target(name: "DocMergeFork", path: "Tests/DocMergeFork"),
    .target(
      name: "DocMergeSimulation",
      dependencies: [
        "DocMerge", "DocMergeCore", "DocMergeFork", "DocMergeContainer", "DocMergeSync",
        "DocMergeUpkeep", "DocMergeTestSupport",
      ],
      path: "Tests/DocMergeSimulation", swiftSettings: source),
    .executableTarget(
      name: "DocMergeSimulator",
      dependencies: [
        "DocMergeSimulation", "DocMergeContainer", "DocMergeObjects", "DocMergeSync",
        "DocMergeSystem", "DocMergeUpkeep",
      ],
      path: "Tests/DocMergeSimulator", swiftSettings: source),
    // The program of Scripts/fuzz-remotes.sh: remotes with false data.
    .target(
      name: "DocMergeRemoteFuzzing",
      dependencies: [
        "DocMergeCore", "DocMergeObjects", "DocMergeContainer", "DocMergeSync", "DocMergeUpkeep",
        "DocMergeSystem",
        "DocMergeTestSupport",
      ],
      path: "Tests/DocMergeRemoteFuzzing", swiftSettings: source),
    .executableTarget(
      name: "DocMergeRemoteFuzz",
      dependencies: ["DocMergeRemoteFuzzing", "DocMergeTestSupport"],
      path: "Tests/DocMergeRemoteFuzz", swiftSettings: source),
    .target(
      name: "DocMergeTestSupport", path: "Tests/DocMergeTestSupport", swiftSettings: source),
    // The tests of the store: each target sees its floor and those below it.
    .target(
      name: "DocMergeStoreSamples",
      dependencies: ["DocMergeCore", "DocMergeHistory", "DocMergeObjects"],
      path: "Tests/DocMergeStoreSamples", swiftSettings: source),
    .testTarget(
      name: "DocMergeObjectsTests",
      dependencies: ["DocMergeObjects", "DocMergePOSIX", "DocMergeTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeHistoryTests",
      dependencies: [
        "DocMergeCore", "DocMergeHistory", "DocMergeObjects", "DocMergeStoreSamples",
        "DocMergeSystem", "DocMergeTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeFolderTests",
      dependencies: [
        "DocMergeCore", "DocMergeFolder", "DocMergeHistory", "DocMergeObjects",
        "DocMergeStoreSamples", "DocMergeSystem", "DocMergeTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeContainerTests",
      dependencies: [
        "DocMergeContainer", "DocMergeCore", "DocMergeFolder", "DocMergeHistory",
        "DocMergeObjects", "DocMergeStoreSamples", "DocMergeSystem", "DocMergeTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeSyncTests",
      dependencies: [
        "DocMergeContainer", "DocMergeCore", "DocMergeFolder", "DocMergeHistory",
        "DocMergeObjects", "DocMergeStoreSamples", "DocMergeSync", "DocMergeSystem",
        "DocMergeTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeUpkeepTests",
      dependencies: [
        "DocMergeContainer", "DocMergeCore", "DocMergeFolder", "DocMergeHistory",
        "DocMergeObjects", "DocMergeStoreSamples", "DocMergeSync", "DocMergeSystem",
        "DocMergeTestSupport", "DocMergeUpkeep",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeGitTests",
      dependencies: [
        "DocMergeCore", "DocMergeGit", "DocMergeResolvers", "DocMergeSystem",
        "DocMergeTestSupport",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeResolversTests",
      dependencies: ["DocMergeCore", "DocMergeResolvers", "DocMergeTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeOfficeTests",
      dependencies: [
        "DocMergeArchive", "DocMergeCore", "DocMergeOffice", "DocMergeSystem",
        "DocMergeTestSupport",
      ],
      exclude: ["calc.py", "office.py", "slides.py", "tracked.py", "writer.py"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeDecisionsTests",
      dependencies: ["DocMergeCore", "DocMergeDecisions", "DocMergeTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeTests",
      dependencies: [
        "DocMerge", "DocMergeHistory", "DocMergeObjects", "DocMergeSimulator", "DocMergeContainer",
        "DocMergeSync", "DocMergeUpkeep",
        "DocMergeTestSupport",
      ],
      swiftSettings: swift),
    // A process that reads, writes and presents as it is told, for the tests of coordination.
    .executableTarget(
      name: "DocMergeCoordinationClient", dependencies: ["DocMergeDocuments"],
      path: "Tests/Apple/DocMergeCoordinationClient", swiftSettings: source),
    // A process with one document, which is saved with faults, or measured.
    .executableTarget(
      name: "DocMergeSaveProbe", dependencies: ["DocMergeDocuments"],
      path: "Tests/Apple/DocMergeSaveProbe", swiftSettings: source),
    .testTarget(
      name: "DocMergeDocumentsTests",
      dependencies: [
        "DocMergeCoordination", "DocMergeCoordinationClient", "DocMergeDocuments",
        "DocMergeHistory", "DocMergeObjects", "DocMergeResolvers", "DocMergeSaveProbe",
        "DocMergeContainer", "DocMergeSync", "DocMergeUpkeep", "DocMergeSystem",
        "DocMergeTestSupport",
      ],
      path: "Tests/Apple/DocMergeDocumentsTests",
      exclude: ["Checklist.md", "Checklist-document.md", "Checklist-parts.md"],
      swiftSettings: swift),
    .executableTarget(
      name: "SimpleTextEditor", dependencies: ["DocMerge", "DocMergeDocuments"],
      path: "Samples/SimpleTextEditor", swiftSettings: swift),
    .executableTarget(
      name: "TodoList", dependencies: ["DocMerge", "DocMergeDocuments"], path: "Samples/TodoList",
      swiftSettings: swift),
    .executableTarget(
      name: "ImageNotes", dependencies: ["DocMergeDocuments"], path: "Samples/ImageNotes",
      exclude: ["README.md"], swiftSettings: swift),
    // As programmers write for iOS, in the language mode of their programs and with their warnings.
    .target(
      name: "PortedPrograms", dependencies: ["DocMergeUIKit"],
      path: "Tests/Apple/PortedPrograms",
      swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
    .testTarget(
      name: "DocMergeUIKitTests",
      dependencies: [
        "DocMergeDocuments", "DocMergeTestSupport", "DocMergeUIKit", "ImageNotes",
        "PortedPrograms", "SimpleTextEditor", "TodoList",
      ],
      path: "Tests/Apple/DocMergeUIKitTests",
      swiftSettings: swift),
    // The tests run the built command, and look into it.
    .testTarget(
      name: "DocMergeCommandTests",
      dependencies: [
        "DocMerge", "DocMergeArchive", "DocMergeCommand", "DocMergeCore", "DocMergeFiles",
        "DocMergeFull", "DocMergeLanguage", "DocMergeLauncher", "DocMergeObjects",
        "DocMergeRemoteFuzz",
        "DocMergeRemoteFuzzing",
        "DocMergeContainer", "DocMergeSync", "DocMergeUpkeep",
        "DocMergeTestSupport", "GitConflicts", "ResolveConflicts",
        "ShoppingList",
      ],
      exclude: ["CodeCases", "OldContainers"], swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
