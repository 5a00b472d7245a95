import DocMergeTestSupport
import Testing

/// A merge of program code, and what should come of it.
///
/// It stands in a file of the folder `CodeCases`:
///
///     # fields of a structure
///     == base
///     …
///     == ours
///     …
///     == theirs
///     …
///     == result        or == conflict, with nothing behind it
///     …
struct CodeCase: Sendable, CustomTestStringConvertible {
  /// What it is about.
  var name: String
  /// The language, as an ending of a file name.
  var ending: String
  var base = ""
  var ours = ""
  var theirs = ""
  /// The merge; `nil` for a conflict.
  var result: String?

  var testDescription: String { "\(ending): \(name)" }

  /// All cases of all languages.
  static let all: [CodeCase] = {
    let folder = String(#filePath.prefix(#filePath.count - "Support/CodeCase.swift".count))
    return File("\(folder)CodeCases").names.sorted().flatMap { name in
      cases(
        in: File("\(folder)CodeCases/\(name)").text ?? "",
        ending: String(name.dropLast(".cases".count)))
    }
  }()

  private static func cases(in text: String, ending: String) -> [CodeCase] {
    var cases: [CodeCase] = []
    var part = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("# "), index + 1 < lines.count, lines[index + 1] == "== base" {
        if !cases.isEmpty { cases[cases.count - 1].dropBlankLine() }
        cases.append(CodeCase(name: String(line.dropFirst(2)), ending: ending))
      } else if line.hasPrefix("== ") {
        part = String(line.dropFirst(3))
        if part == "result" { cases[cases.count - 1].result = "" }
      } else if index < lines.count - 1 {
        cases[cases.count - 1].add(line + "\n", to: part)
      }
    }
    return cases
  }

  private mutating func add(_ line: Substring, to part: String) {
    switch part {
    case "base": base += line
    case "ours": ours += line
    case "theirs": theirs += line
    default: result? += line
    }
  }

  /// Drops the line that parts a case from the next one.
  private mutating func dropBlankLine() {
    if result?.hasSuffix("\n") == true { result?.removeLast() }
  }
}
