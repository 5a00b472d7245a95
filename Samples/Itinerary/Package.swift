// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that users of docmerge alone do not get OpenCombine.
let package = Package(
  name: "Itinerary",
  dependencies: [
    .package(name: "docmerge", path: "../.."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
  ],
  targets: [
    .executableTarget(
      name: "Itinerary",
      dependencies: [
        .product(name: "DocMergeUIKit", package: "docmerge"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)])
  ],
  swiftLanguageModes: [.v6]
)
