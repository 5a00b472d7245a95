import DocMerge

/// The results of `docmerge resolve` for each document, for `--json`; docmerge(1) describes them.
final class ResolveLog {
  private(set) var documents: [Document] = []
  private var reasons: [[UInt8]: String] = [:]

  /// One document, path or file with markers.
  struct Document: Encodable {
    var path: String
    /// `resolved` or `conflict`.
    var state: String
    /// The strategy, such as `keep ours` or `words`.
    var strategy: String?
    var rules: [String]?
    /// The version that was kept, where it is one of them.
    var kept: String?
    /// Whether the document was deleted.
    var isDeleted: Bool?
    /// The copies beside it.
    var copies: [String]?
    /// Why it is left in conflict, in words.
    var reason: String?
  }

  private struct Report: Encodable {
    var format = "docmerge-resolve"
    var version = 1
    var isDryRun: Bool
    var documents: [Document]
    var left: Int
    var next: String?
  }

  /// Records a document that was resolved.
  func resolved(
    _ path: [UInt8], _ strategy: String, rules: [String] = [], kept: String? = nil,
    isDeleted: Bool = false, copies: [[UInt8]] = []
  ) {
    documents.append(
      Document(
        path: String(decoding: path, as: UTF8.self), state: "resolved", strategy: strategy,
        rules: rules, kept: kept, isDeleted: isDeleted,
        copies: copies.map { String(decoding: $0, as: UTF8.self) }))
  }

  /// Records why a document will be left in conflict, in words.
  func reason(_ path: [UInt8], _ words: String) { reasons[path] = words }

  /// Records a document that is left in conflict.
  func left(_ path: [UInt8]) {
    documents.append(
      Document(
        path: String(decoding: path, as: UTF8.self), state: "conflict", reason: reasons[path]))
  }

  /// Prints the log.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether nothing was done.
  ///   - next: The command that continues, when nothing is left.
  /// - Throws: The errors of encoding.
  func print(isDryRun: Bool, next: String?) throws {
    let left = documents.count { $0.state == "conflict" }
    Console.print(
      try JSONText.text(
        Report(
          isDryRun: isDryRun, documents: documents, left: left, next: left == 0 ? next : nil)))
  }
}
