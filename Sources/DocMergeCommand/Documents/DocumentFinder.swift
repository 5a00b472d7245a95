import DocMerge
import DocMergeSystem

/// Finds documents by names that a person types.
struct DocumentFinder {
  let container: Container
  /// The folder that relative names start from.
  private let folder: String

  /// Finds documents in the container of the current folder.
  init() throws {
    try self.init(in: ".")
  }

  /// Finds documents in the container of a file.
  init(for file: String) throws {
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? "."
    try self.init(in: String(folder))
  }

  private init(in folder: String) throws {
    container = try Container.find(from: folder)
    self.folder = try WorkingFolder.path()
  }

  /// The path in the container of a name that is relative to the folder, or absolute.
  func path(_ text: String) throws -> DocumentPath {
    // A name may begin with a mark that makes one character of it and the slash before it.
    var parts = (text.hasPrefix("/") ? realFolder(of: text) : "\(folder)/\(text)").pathNames
    var kept: [String] = []
    while !parts.isEmpty {
      let part = parts.removeFirst()
      if part == ".." { _ = kept.popLast() } else if part != "." { kept.append(part) }
    }
    let root = container.path.pathNames
    guard kept.starts(with: root),
      let path = DocumentPath(kept.dropFirst(root.count).joined(separator: "/"))
    else { throw ContainerError.invalidPath(PrintableText.escape(text)) }
    return path
  }

  /// Whether the name means the container itself.
  func isWhole(_ text: String) -> Bool {
    Place(text.hasPrefix("/") ? text : "\(folder)/\(text)").realName == container.path
  }

  /// The document that the text names: by path, or by `id:` and the first digits of its id.
  func document(_ text: String) throws -> DocumentSummary {
    if text.hasPrefix("id:") {
      let digits = text.dropFirst(3).lowercased()
      let found = try container.documents(includesDeleted: true)
        .filter { $0.id.description.hasPrefix(digits) }
      guard digits.count >= 4, found.count == 1 else { throw ContainerError.noSuchDocument(text) }
      return found[0]
    }
    let path = try path(text)
    do {
      return try container.document(at: path)
    } catch ContainerError.noSuchDocument(let name) {
      try container.checkNotPruned(at: path)
      throw ContainerError.noSuchDocument(name)
    }
  }

  /// The documents that the texts name, each once.
  func documents(_ texts: [String]) throws -> [DocumentSummary] {
    var known: Set<DocumentID> = []
    return try texts.map { try document($0) }.filter { known.insert($0.id).inserted }
  }

  /// The document, after a download of its contents.
  func downloaded(_ text: String) throws -> DocumentSummary {
    try Download(container: container).bring([document(text)])[0]
  }

  /// As ``version(_:)``, after a download of the contents.
  func downloaded(version text: String) throws -> (DocumentSummary, Version) {
    try version(text) { try Download(container: container).bring([$0])[0] }
  }

  /// `DOC@VERSION`: a document and a version of it; the current version if only a document is named.
  func version(_ text: String) throws -> (DocumentSummary, Version) {
    try version(text) { $0 }
  }

  private func version(
    _ text: String, _ prepare: (DocumentSummary) throws -> DocumentSummary
  ) throws -> (DocumentSummary, Version) {
    do {
      let document = try prepare(document(text))
      return (document, document.current)
    } catch ContainerError.noSuchDocument(let name) {
      // A document's name may contain an @, so the text is only split when it names no document.
      guard let split = text.lastIndex(of: "@"), split != text.startIndex else {
        throw ContainerError.noSuchDocument(name)
      }
      let name = text[..<split]
      let document = try prepare(
        document(String(name.hasSuffix("@") ? name.dropLast() : name)))
      return (document, try version(String(text[text.index(after: split)...]), of: document))
    }
  }

  /// The version that the text names, with or without the `@` before a word.
  func version(_ text: String, of document: DocumentSummary) throws -> Version {
    guard let selector = selector(text) else {
      throw ContainerError.noSuchVersion(PrintableText.escape(text))
    }
    return try container.version(selector, of: document)
  }

  /// The way to a version that the text names, with or without the `@` before a word; `nil` for anything else.
  func selector(_ text: String) -> VersionSelector? {
    VersionSelector(text) ?? VersionSelector("@\(text)")
  }

  /// The folder part without links, for comparison with the container's folder.
  private func realFolder(of text: String) -> String {
    guard let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return text }
    let folder = slash == text.startIndex ? "/" : String(text[..<slash])
    return Place(folder).realName.map { $0 + text[slash...] } ?? text
  }
}

extension String {
  /// The names along a path.
  fileprivate var pathNames: [String] {
    utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }
}
