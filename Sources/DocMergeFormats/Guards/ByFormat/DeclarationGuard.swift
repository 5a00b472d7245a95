import DocMergeCore
import DocMergeLanguage

/// Finds declarations of a style sheet without the semicolon that the next one needs.
///
///     base          ours              theirs           fault
///     margin: 0     margin: 0;        margin: 0;       margin: 0;
///                   padding: 4px      border: none     padding: 4px
///                                                      border: none
///
/// Browsers ignore both declarations. The last one of a block needs no semicolon.
struct DeclarationGuard {
  private let inputs: [[UInt8]]

  /// Whether the file at a path is a style sheet with semicolons.
  static func applies(toFileAt path: String) -> Bool {
    let name = path.lowercased()
    return [".css", ".scss", ".less"].contains { name.hasSuffix($0) }
  }

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The declarations without a semicolon that no input has.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let open = Self.openDeclarations(in: result)
    guard !open.isEmpty else { return [] }
    let known = Set(
      inputs.flatMap { text in Self.openDeclarations(in: text).map { Array(text[$0]) } })
    return open.filter { !known.contains(Array(result[$0])) }.map { place in
      let declaration = result[place].excerpt
      return StructureFault(
        places: [place],
        reason: tr("`\(declaration)` would have no semicolon before the next declaration"))
    }
  }

  /// The declarations that end without a semicolon, with another one on the next line.
  private static func openDeclarations(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var last: Range<Int>?
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      cursor.skipBlanks()
      let start = cursor.offset
      cursor.skip { $0 != 0x0A }
      let line = text[start..<max(start, cursor.trimmed(downTo: start))].withoutComment
      _ = cursor.take(0x0A)
      guard let first = line.first else { continue }
      let isDeclaration = Self.isDeclaration(line)
      // A mixin and a variable of Sass also need the semicolon before them.
      if let last, isDeclaration || "@$".utf8.contains(first) { found.append(last) }
      last = isDeclaration && line.last != UInt8(ascii: ";") ? line.indices : nil
    }
    return found
  }

  /// Whether a line is `name: value`, with or without a semicolon.
  private static func isDeclaration(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0.isASCIILetter || $0 == UInt8(ascii: "-") || $0.isDecimalDigit }
    guard !name.isEmpty, let last = line.last, !"{},(/*:".utf8.contains(last) else { return false }
    return line[name.endIndex...].drop(while: \.isBlankOrTab).first == UInt8(ascii: ":")
  }
}

extension ArraySlice<UInt8> {
  /// The line without the comment at its start or end; nothing of a line that is a comment.
  fileprivate var withoutComment: ArraySlice<UInt8> {
    var line = self
    if line.starts(with: "//".utf8) { return prefix(0) }
    if line.starts(with: "/*".utf8) {
      guard let end = line.firstRange(of: Array("*/".utf8)) else { return line }
      line = line[end.upperBound...]
    }
    if line.suffix(2).elementsEqual("*/".utf8), let start = line.firstRange(of: Array("/*".utf8)) {
      line = line[..<start.lowerBound]
    }
    return line.trimmed
  }
}
