// swift-tools-version: 6.2
import PackageDescription

/// Settings shared by every Swift target: warnings stop the build, and the language's stricter modes are on.
let swift: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "docmerge",
  products: [
    .library(name: "DocMerge", targets: ["DocMerge"]),
    .library(name: "DocMergeCore", targets: ["DocMergeCore"]),
    .executable(name: "docmerge", targets: ["DocMergeCommand"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
  ],
  targets: [
    .systemLibrary(name: "DocMergeLibgit2", providers: [.apt(["libgit2-dev"])]),
    .systemLibrary(name: "DocMergeSQLite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "DocMergeZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "DocMergeMbedTLS", providers: [.apt(["libmbedtls-dev"])]),
    .target(name: "DocMergePOSIX", cSettings: [.treatAllWarnings(as: .error)]),
    .target(name: "DocMergeCore", swiftSettings: swift),
    .target(name: "DocMergeResolvers", dependencies: ["DocMergeCore"], swiftSettings: swift),
    .target(
      name: "DocMergeStore",
      dependencies: [
        "DocMergeCore", "DocMergeLibgit2", "DocMergeMbedTLS", "DocMergePOSIX", "DocMergeSQLite3",
        "DocMergeZlib",
      ],
      swiftSettings: swift),
    .target(
      name: "DocMerge",
      dependencies: ["DocMergeCore", "DocMergeResolvers", "DocMergeStore"],
      swiftSettings: swift),
    .executableTarget(
      name: "DocMergeCommand",
      dependencies: [
        "DocMerge", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "ResolveConflicts", dependencies: ["DocMerge"], path: "Samples/ResolveConflicts",
      swiftSettings: swift),
    .testTarget(name: "DocMergeCoreTests", dependencies: ["DocMergeCore"], swiftSettings: swift),
    .target(
      name: "DocMergeTestSupport", path: "Tests/DocMergeTestSupport", swiftSettings: swift),
    .testTarget(
      name: "DocMergeStoreTests",
      dependencies: ["DocMergeCore", "DocMergeStore", "DocMergeTestSupport"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeResolversTests", dependencies: ["DocMergeCore", "DocMergeResolvers"],
      swiftSettings: swift),
    .testTarget(
      name: "DocMergeTests", dependencies: ["DocMerge", "DocMergeStore", "DocMergeTestSupport"],
      swiftSettings: swift),
    // The tests run the built command, and look into it.
    .testTarget(
      name: "DocMergeCommandTests",
      dependencies: [
        "DocMerge", "DocMergeCommand", "DocMergeTestSupport", "ResolveConflicts",
      ],
      swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
