import DocMerge
import DocMergeLanguage

/// The versions in conflict that a number such as `@2` names, as `list` shows them before an edit is saved.
///
/// A saved edit replaces one of the versions, and can change their order.
struct NumberedVersions {
  private let number: Int
  private let heads: [DocumentID: [Version]]

  /// Notes the versions of some documents; none where the selector is no number.
  init(_ selector: VersionSelector?, of documents: () throws -> [DocumentSummary]) throws {
    guard case .number(let number) = selector else {
      (number, heads) = (0, [:])
      return
    }
    self.number = number
    heads = try Dictionary(
      documents().map { ($0.id, $0.heads) }, uniquingKeysWith: { first, _ in first })
  }

  /// The version that the number named, or the saved edit of it; `nil` where the document was not in conflict.
  ///
  /// - Throws: ``ContainerError/noSuchVersion(_:)`` where the document had no such number, or other versions took its
  ///   place since, and ``CommandError`` where the file was removed.
  func version(of document: DocumentSummary) throws -> Version? {
    guard let before = heads[document.id], before.count > 1 else { return nil }
    guard before.indices.contains(number - 1) else {
      throw ContainerError.noSuchVersion("@\(number)")
    }
    let chosen = before[number - 1]
    if document.heads.contains(chosen) { return chosen }
    let new = document.heads.filter { !before.contains($0) }
    guard new.count == 1 else { throw ContainerError.noSuchVersion("@\(number)") }
    // A file that is missing is no edit of the version that the person chose.
    guard !new[0].isDeletion || chosen.isDeletion else {
      let name = document.path.display
      throw CommandError(
        description: tr(
          """
          \(name) was removed from the folder, which is one of the versions in conflict now: see \
          `docmerge list`, then decide
          """))
    }
    return new[0]
  }
}
