import DocMerge
import DocMergeSystem

/// Finds the documents for names, folders and patterns on the command line.
struct DocumentPattern {
  let finder: DocumentFinder

  /// The documents in the folder, each once, sorted by path.
  ///
  /// - Parameter names: documents, folders of documents, or patterns such as `*.md`; empty for all.
  /// - Returns: the matching documents.
  /// - Throws: ``ContainerError/noSuchDocument(_:)`` for a name without a match.
  func documents(_ names: [String]) throws -> [DocumentSummary] {
    let all = try finder.container.documents()
    guard !names.isEmpty, !names.contains(where: finder.isWhole) else { return all }
    var found: Set<DocumentID> = []
    for name in names {
      let ids = try documents(name, among: all)
      guard !ids.isEmpty else { throw ContainerError.noSuchDocument(PrintableText.escape(name)) }
      found.formUnion(ids)
    }
    return all.filter { found.contains($0.id) }
  }

  private func documents(_ name: String, among all: [DocumentSummary]) throws -> [DocumentID] {
    if name.hasPrefix("id:") { return [try finder.document(name).id] }
    let path = try finder.path(name)
    let folder = path.bytes + [UInt8(ascii: "/")]
    let named = all.filter { $0.path == path || $0.path.bytes.starts(with: folder) }
    if !named.isEmpty { return named.map(\.id) }
    return all.filter { Glob.matches($0.path.bytes, path.bytes) }.map(\.id)
  }
}
