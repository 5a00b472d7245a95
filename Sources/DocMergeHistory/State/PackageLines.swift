/// The lines of a `.gitattributes` that make folders packages, as docmerge adds them.
///
/// Each names one extension, so replicas that add different ones do not disagree, and no person is asked.
package enum PackageLines {
  /// The file that holds them, at the root of a container.
  package static let file = DocumentPath(unchecked: Array(".gitattributes".utf8))
  /// The attribute that makes a folder a package.
  package static let attribute = "docmerge-package"

  /// The line for folders with an extension.
  package static func line(for ending: String) -> [UInt8] {
    Array("*.\(ending) \(attribute)\n".utf8)
  }

  /// The text with the lines that each side added; `nil` where a person has to decide.
  ///
  /// One side may have edited the rest of the file, as long as it says nothing else about packages. The lines are at
  /// the end, in order, so that the order of merges does not matter.
  ///
  ///     merged(base: "", ["*.voyage docmerge-package\n", "*.album docmerge-package\n"])
  ///     // "*.album docmerge-package\n*.voyage docmerge-package\n"
  package static func merged(base: [UInt8], _ sides: [[UInt8]]) -> [UInt8]? {
    let old = lines(of: base)
    let known = Set(old)
    var added: Set<ArraySlice<UInt8>> = []
    var edited: [[ArraySlice<UInt8>]] = []
    for side in sides.map(lines) {
      let isNew = { (line: ArraySlice<UInt8>) in isPackageLine(line) && !known.contains(line) }
      added.formUnion(side.filter(isNew))
      let rest = side.filter { !isNew($0) }
      if rest != old, !edited.contains(rest) { edited.append(rest) }
    }
    guard edited.count < 2 else { return nil }
    var text = edited.first ?? old
    guard rules(in: text) == rules(in: old) else { return nil }
    while let last = text.last, isPackageLine(last) {
      added.insert(last)
      text.removeLast()
    }
    text += added.sorted { $0.lexicographicallyPrecedes($1) }
    return text.flatMap { $0 + [newline] }
  }

  private static let newline = UInt8(ascii: "\n")

  /// The lines without their ends; a missing end at the end of the text makes no difference.
  private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: newline, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// Whether docmerge may have added the line itself.
  private static func isPackageLine(_ line: ArraySlice<UInt8>) -> Bool {
    let (start, end) = ("*.".utf8, " \(attribute)".utf8)
    guard line.starts(with: start), line.suffix(end.count).elementsEqual(end) else { return false }
    let ending = line.dropFirst(start.count).dropLast(end.count)
    return !ending.isEmpty && ending.allSatisfy(isPlain)
  }

  /// Whether a pattern can hold the byte of an extension unchanged.
  package static func isPlain(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  /// Other lines about packages, which a person wrote and whose order matters.
  private static func rules(in lines: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    lines.filter { !isPackageLine($0) && String(decoding: $0, as: UTF8.self).contains(attribute) }
  }
}
