import Foundation

/// What `docmerge list --json` prints.
package struct ListReport: Decodable, Sendable {
  package var format: String
  package var version: Int
  package var documents: [DocumentReport]
}

/// A document in any of the reports.
package struct DocumentReport: Decodable, Sendable {
  package var id: String
  package var path: String
  package var aliases: [String]
  package var state: String
  package var contents: String
  package var versions: [VersionReport]
}

/// A version in any of the reports.
package struct VersionReport: Decodable, Sendable, Equatable {
  package var id: String
  package var number: Int?
  package var isCurrent: Bool
  package var kind: String
  package var size: Int
  package var date: String
  package var author: Author
  package var computer: String
  package var replica: String

  package struct Author: Decodable, Sendable, Equatable {
    package var name: String
    package var email: String
  }
}

/// What `docmerge versions --json` prints.
package struct HistoryReport: Decodable, Sendable {
  package var format: String
  package var version: Int
  package var document: DocumentReport
  package var history: [Entry]

  package struct Entry: Decodable, Sendable {
    package var version: VersionReport
    package var parents: [String]
    package var path: String
    package var operation: String
    package var strategy: String?
    package var rules: [String]?
    package var message: String
  }
}

/// What `docmerge status --json` prints.
package struct FolderReport: Decodable, Sendable {
  package var format: String
  package var version: Int
  package var modified: [String]
  package var added: [String]
  package var deleted: [String]
  package var moved: [Moved]
  package var unsaved: [Problem]
  package var conflicts: [DocumentReport]

  package struct Moved: Decodable, Sendable, Equatable {
    package var from: String
    package var to: String
  }

  package struct Problem: Decodable, Sendable {
    package var path: String
    package var reason: String
  }

  /// Whether there is nothing to save.
  package var isClean: Bool {
    modified.isEmpty && added.isEmpty && deleted.isEmpty && moved.isEmpty && unsaved.isEmpty
  }
}

/// What `docmerge operations --json` prints.
package struct OperationsReport: Decodable, Sendable {
  package var format: String
  package var version: Int
  package var operations: [Entry]

  package struct Entry: Decodable, Sendable {
    package var id: String
    package var operation: String
    package var summary: String
    package var person: VersionReport.Author
    package var computer: String
    package var date: String
    package var isUndone: Bool
    package var undoes: String?
  }
}

extension Output {
  /// Standard output as a report.
  package func report<Report: Decodable>(_ type: Report.Type) throws -> Report {
    try JSONDecoder().decode(type, from: Data(bytes))
  }
}

extension Replica {
  /// The documents in conflict.
  package func conflicts() throws -> [DocumentReport] {
    try program.run(["list", "--json"]).report(ListReport.self).documents
  }

  /// All documents in the folder.
  package func documents() throws -> [DocumentReport] {
    try program.run(["list", "--all", "--json"]).report(ListReport.self).documents
  }

  /// The versions of a document, newest first.
  package func history(_ document: String) throws -> [HistoryReport.Entry] {
    try docmerge("versions", "--json", "--", document).report(HistoryReport.self).history
  }

  package func status() throws -> FolderReport {
    try program.run(["status", "--json"]).report(FolderReport.self)
  }

  package func operations() throws -> [OperationsReport.Entry] {
    try docmerge("operations", "--json").report(OperationsReport.self).operations
  }

  /// The texts of all versions of a document, newest first, as plain git reads them.
  package func texts(_ document: String) throws -> [String] {
    try history(document).filter { $0.version.kind != "deleted" }.map { entry in
      // A program that starts fast, for what tests do most.
      try git("cat-file", "blob", "\(entry.version.id):\(entry.path)").text
    }
  }
}
