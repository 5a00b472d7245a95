import DocMergeCore
import DocMergeFormats
import Foundation
import Testing

/// The examples of docs/guide/formats.md, each a merge.
struct FormatExample: Sendable, CustomTestStringConvertible {
  /// The name of the document.
  let name: String
  /// The texts by their names: base, ours, theirs, result.
  let texts: [String: String]

  var testDescription: String { name }

  static let all: [FormatExample] = {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/guide/formats.md").standardizedFileURL
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "```example ").dropFirst().compactMap { block in
      guard let body = block.components(separatedBy: "```").first else { return nil }
      var lines = body.components(separatedBy: "\n")
      let name = lines.removeFirst()
      var (texts, part): ([String: String], String) = ([:], "")
      for line in lines.dropLast() {
        if line.hasPrefix("-- ") {
          part = String(line.dropFirst(3))
        } else {
          texts[part, default: ""] += line + "\n"
        }
      }
      return FormatExample(name: name, texts: texts)
    }
  }()
}

@Test func `the page about formats has an example for each`() {
  #expect(FormatExample.all.count == 24)
}

@Test(arguments: FormatExample.all)
func `an example of the page about formats is merged as it says`(_ example: FormatExample) throws {
  func bytes(_ name: String) throws -> [UInt8] { Array(try #require(example.texts[name]).utf8) }
  var options = TextMergeOptions(policy: .balanced)
  options.structure = DocumentStructure(path: example.name)
  let merged = try mergeText(
    base: try bytes("base"), ours: try bytes("ours"), theirs: try bytes("theirs"),
    options: options)
  let result = merged.clean.map { String(decoding: $0, as: UTF8.self) } ?? "(conflict)\n"
  #expect(result == example.texts["result"])
}
