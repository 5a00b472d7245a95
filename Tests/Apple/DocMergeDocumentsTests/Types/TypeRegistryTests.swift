import DocMergeDocuments
import DocMergeTestSupport
import Foundation
import Testing

/// Which type a document is of.
struct TypeRegistryTests {
  @Test(arguments: [
    ("a.txt", "public.plain-text"), ("a.TXT", "public.plain-text"), ("a.rtf", "public.rtf"),
    ("b.rtfd", "com.apple.rtfd"), ("c.md", "net.daringfireball.markdown"),
    ("d.tar.gz", "org.gnu.gnu-zip-archive"), ("e.jpg", "public.jpeg"), ("none", "public.data"),
  ])
  func `M143 the extension selects the type`(name: String, identifier: String) {
    #expect(
      TypeRegistry.shared.type(of: URL(fileURLWithPath: "/x/\(name)")).identifier == identifier)
  }

  @Test func `M14 an unknown extension has a dynamic type that leads back to it`() throws {
    let type = try #require(UniformType(filenameExtension: "zzunknown"))
    #expect(type.isDynamic && !type.isDeclared && type.identifier.hasPrefix("dyn.ah62d4rv4ge8"))
    #expect(type.preferredFilenameExtension == "zzunknown")
    #expect(type.conforms(to: .data) && type.conforms(to: .item) && !type.conforms(to: .text))
    #expect(UniformType(type.identifier) == type)
    #expect(UniformType("dyn.aLLL") == nil && UniformType("org.example.nobody") == nil)
  }

  @Test func `M144 a kind of document has six fields, in JSON or in Swift`() throws {
    let registry = TypeRegistry(dataFolders: [])
    try registry.declare(
      json: Data(
        """
        { "documentTypes": [ {
          "CFBundleTypeName": "Trip", "LSItemContentTypes": ["org.example.trip"],
          "CFBundleTypeIconFile": "trip.png", "CFBundleTypeExtensions": ["trip"],
          "CFBundleTypeRole": "Editor", "LSHandlerRank": "Owner", "LSTypeIsPackage": true } ] }
        """.utf8))
    let type = try #require(registry.documentTypes.first)
    #expect(
      type
        == DocumentType(
          name: "Trip", typeIdentifiers: ["org.example.trip"], extensions: ["trip"],
          iconName: "trip.png", role: .editor, rank: .owner, isPackage: true))
    #expect(registry.type(forExtension: "trip")?.identifier == "org.example.trip")
    #expect(registry.isPackage(URL(fileURLWithPath: "/a.trip")))
    #expect(throws: DecodingError.self) {
      try registry.declare(json: Data("{\"documentTypes\":[{}]}".utf8))
    }
  }

  @Test func `M145 an app may have several types`() {
    let registry = TypeRegistry(dataFolders: [])
    registry.declare([
      DocumentType(name: "One", typeIdentifiers: ["org.example.one"], extensions: ["one"]),
      DocumentType(name: "Two", typeIdentifiers: ["org.example.two"], extensions: ["two"]),
    ])
    #expect(registry.documentTypes.map(\.name) == ["One", "Two"])
    #expect(registry.type(forExtension: "one")?.identifier == "org.example.one")
    #expect(registry.type(forExtension: "two")?.identifier == "org.example.two")
  }

  @Test func `M146 an exported type conforms to what it says, and to what that conforms to`() {
    let registry = TypeRegistry(dataFolders: [])
    registry.declare(
      TypeDeclaration(
        identifier: "org.example.board", conformsTo: ["com.apple.package"], description: "Board",
        extensions: ["board"]))
    let type = UniformType(unchecked: "org.example.board")
    let supertypes = registry.supertypes(of: type)
    #expect(supertypes == [.package, .directory, .item])
    #expect(registry.declaration(of: type)?.description == "Board")
    #expect(registry.isPackage(URL(fileURLWithPath: "/a.board")))
    #expect(!registry.isPackage(URL(fileURLWithPath: "/a.txt")))
  }

  @Test func `M124 the extension is the one declared for the type`() {
    #expect(UniformType.plainText.preferredFilenameExtension == "txt")
    let url = URL(fileURLWithPath: "/x/Notes")
    let registry = TypeRegistry.shared
    #expect(registry.url(url, withExtensionFor: .plainText).lastPathComponent == "Notes.txt")
    let named = URL(fileURLWithPath: "/x/Notes.text")
    #expect(registry.url(named, withExtensionFor: .plainText) == named)
    #expect(registry.url(named, withExtensionFor: .rtfd).lastPathComponent == "Notes.text.rtfd")
  }

  @Test func `types that only the desktop knows are found in shared-mime-info`() throws {
    let folder = TemporaryFolder()
    File("\(folder.path)/mime/globs2").write(
      Array(
        """
        # weights first
        50:application/x-thing:*.thing
        80:application/x-better:*.thing
        50:text/x-recipe:*.recipe
        50:text/plain:*.readme
        50:text/x-makefile:makefile

        """.utf8))
    File("\(folder.path)/mime/subclasses").write(Array("application/x-better text/x-recipe\n".utf8))
    File("\(folder.path)/mime/aliases").write(Array("text/recipe text/x-recipe\n".utf8))
    let registry = TypeRegistry(dataFolders: [URL(fileURLWithPath: folder.path)])
    let thing = try #require(registry.type(forExtension: "thing"))
    #expect(thing.identifier == "org.freedesktop.mime.application.x-better")
    #expect(registry.supertypes(of: thing).contains(.text))
    #expect(registry.type(forExtension: "readme") == .plainText)
    #expect(registry.type(forMIMEType: "text/recipe")?.identifier.hasSuffix("x-recipe") == true)
    #expect(registry.declaration(of: thing)?.extensions == ["thing"])
  }
}
