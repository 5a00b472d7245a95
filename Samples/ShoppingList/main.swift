// Shows how a program teaches docmerge a format: shopping lists, with an entry a line.
//
//     # for the cake
//     flour: 500 g
//     eggs: 3
//
//     ShoppingList BASE OURS THEIRS      prints the merge; exit status 1: something is left in conflict
import DocMergeCore
import DocMergeFormats
import Foundation

/// Entries are found by what stands before the colon; a comment belongs to the entry below it.
struct ShoppingList: TextFormat {
  let name = "shopping"

  func recognizes(path: String) -> Bool { path.hasSuffix(".shop") }

  func parts(of text: [UInt8]) throws(FormatRefusal) -> TextPart {
    var list = TextPart(.entries, body: text.indices)
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? text.count
      if let entry = try entry(text[start..<end]) { list.children.append(entry) }
      start = end
    }
    // What stands above the first entry belongs to it.
    if !list.children.isEmpty { list.children[0].comments = 0 }
    return list
  }

  /// The entry of a line; `nil` for a comment or an empty line.
  private func entry(_ line: ArraySlice<UInt8>) throws(FormatRefusal) -> TextPart? {
    let isEmpty = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    if isEmpty || line.first == UInt8(ascii: "#") { return nil }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
      throw FormatRefusal(at: line.startIndex, "a colon was expected")
    }
    return TextPart(.value, key: Array(line[..<colon]), body: line.startIndex..<line.endIndex)
  }
}

ShoppingList().register()
let files = CommandLine.arguments.dropFirst()
guard files.count == 3 else {
  FileHandle.standardError.write(Data("usage: ShoppingList BASE OURS THEIRS\n".utf8))
  exit(64)
}
let texts = try files.map { [UInt8](try Data(contentsOf: URL(filePath: $0))) }
let merged = try mergeText(
  base: texts[0], ours: texts[1], theirs: texts[2],
  options: TextMergeOptions(path: files[files.startIndex + 1]))
FileHandle.standardOutput.write(Data(merged.clean ?? merged.marked()))
exit(merged.isClean ? 0 : 1)
