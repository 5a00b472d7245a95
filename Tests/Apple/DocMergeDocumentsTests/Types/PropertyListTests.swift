import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// The `Info.plist` beside a program, as a process of its own reads it.
struct PropertyListTests {
  private let folder = TemporaryFolder()

  /// Runs a copy of a program with an `Info.plist` beside it; it prints which names are packages.
  private func run(_ list: [UInt8]?, _ names: String...) throws -> Output {
    let built = URL(filePath: Replica.command).deletingLastPathComponent()
    let program = "\(folder.path)/program"
    // By another process: while this one has the file open, the others that it starts have it, too.
    let original = built.appending(path: "DocMergeCoordinationClient").path
    try Program("cp", in: "/").run([original, program], exits: 0)
    if let list { File("\(folder.path)/Info.plist").write(list) }
    return try Program(program, in: "/").run(["packages"] + names, exits: 0)
  }

  private func bytes(
    _ list: [String: Any], _ format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
  }

  private let trips: [String: Any] = [
    "CFBundleIdentifier": "org.example.trips",
    "CFBundleDocumentTypes": [
      [
        "CFBundleTypeName": "Cruise", "LSItemContentTypes": ["org.example.cruise"],
        "CFBundleTypeExtensions": ["cruise"], "LSTypeIsPackage": true,
      ],
      // The type itself says nothing of packages, or there is none.
      [
        "CFBundleTypeName": "Ride", "LSItemContentTypes": ["org.example.ride"],
        "LSTypeIsPackage": true,
      ],
      ["CFBundleTypeName": "Walk", "CFBundleTypeExtensions": ["walk"], "LSTypeIsPackage": true],
    ],
    "UTExportedTypeDeclarations": [
      [
        "UTTypeIdentifier": "org.example.hike", "UTTypeConformsTo": ["com.apple.package"],
        "UTTypeTagSpecification": ["public.filename-extension": "hike"],
      ],
      [
        "UTTypeIdentifier": "org.example.ride", "UTTypeConformsTo": "public.composite-content",
        "UTTypeTagSpecification": ["public.filename-extension": ["ride"]],
      ],
      [
        "UTTypeIdentifier": "org.example.map", "UTTypeConformsTo": "public.data",
        "UTTypeTagSpecification": ["public.filename-extension": ["map"]],
      ],
    ],
  ]

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `M143 an Info.plist beside the program is read by itself`(
    format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let names = ["cruise", "ride", "walk", "hike", "map"].map { "x.\($0)" }
    let output = try run(bytes(trips, format), names[0], names[1], names[2], names[3], names[4])
    #expect(output.lines == ["x.cruise", "x.ride", "x.walk", "x.hike"])
    #expect(output.messages == "")
  }

  @Test func `M143 a program without an Info.plist says nothing`() throws {
    let output = try run(nil, "x.cruise", "x.rtfd")
    #expect(output.lines == ["x.rtfd"] && output.messages == "")
  }

  @Test func `M143 an invalid Info.plist is reported, once`() throws {
    let output = try run(Array("<plist><dict>".utf8), "x.cruise", "x.rtfd", "x.hike")
    #expect(output.lines == ["x.rtfd"])
    let messages = output.messages.split(separator: "\n")
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("docmerge: \(folder.path)/Info.plist is not used: ") == true)
  }

  @Test
  func `M143 an Info.plist with a wrong entry is reported, with the place of the entry`() throws {
    let list = ["CFBundleDocumentTypes": [["CFBundleTypeName": "Cruise"], ["LSHandlerRank": 1]]]
    let output = try run(bytes(list), "x.cruise")
    #expect(output.lines.isEmpty)
    let flaw = "CFBundleDocumentTypes.1: CFBundleTypeName is missing"
    #expect(output.messages == "docmerge: \(folder.path)/Info.plist is not used: \(flaw)\n")
  }

  @Test func `M143 an unreadable Info.plist is reported`() throws {
    File("\(folder.path)/Info.plist/file").write([])
    let output = try run(nil, "x.cruise")
    #expect(output.messages.hasPrefix("docmerge: \(folder.path)/Info.plist is not used: "))
  }
}
