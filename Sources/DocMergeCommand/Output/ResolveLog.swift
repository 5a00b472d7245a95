import DocMerge

/// What `docmerge resolve` did with each document, for `--json`; docmerge(1) describes it.
final class ResolveLog {
  private(set) var documents: [Document] = []
  private var reasons: [[UInt8]: String] = [:]

  /// One document, path or file with markers.
  struct Document: Encodable {
    var path: String
    /// `resolved` or `conflict`.
    var state: String
    /// What decided, such as `keep ours` or `words`.
    var strategy: String?
    var rules: [String]?
    /// The version that was kept, where it is one of them.
    var kept: String?
    /// Whether nothing is left there.
    var isDeleted: Bool?
    /// What is kept beside it.
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

  /// Notes a document that was resolved.
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

  /// Notes why a document will be left in conflict, in words.
  func reason(_ path: [UInt8], _ words: String) { reasons[path] = words }

  /// Notes a document that is left in conflict.
  func left(_ path: [UInt8]) {
    documents.append(
      Document(
        path: String(decoding: path, as: UTF8.self), state: "conflict", reason: reasons[path]))
  }

  /// Prints it all.
  ///
  /// - Parameters:
  ///   - isDryRun: Whether it would only be done.
  ///   - next: The command that goes on, where nothing is left.
  /// - Throws: What encoding throws.
  func print(isDryRun: Bool, next: String?) throws {
    let left = documents.count { $0.state == "conflict" }
    Console.print(
      try JSONText.text(
        Report(
          isDryRun: isDryRun, documents: documents, left: left, next: left == 0 ? next : nil)))
  }
}
