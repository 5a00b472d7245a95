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
    .library(name: "DocMergeCore", targets: ["DocMergeCore"])
  ],
  targets: [
    .target(name: "DocMergeCore", swiftSettings: swift),
    .testTarget(name: "DocMergeCoreTests", dependencies: ["DocMergeCore"], swiftSettings: swift),
  ],
  swiftLanguageModes: [.v6]
)
