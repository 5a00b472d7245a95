import DocMergeCore
import DocMergeLanguage

/// Finds a setting that a text of plain lines has twice, where each input has every setting once.
///
///     ours    timeout 10       added
///     theirs  timeout 20       added
///     fault   which one counts depends on the program
///
/// The last word of a setting is a number or a switch, or the only one behind a capitalised name such as `ServerAdmin`;
/// the words before it are its name.
struct SettingLineGuard {
  private let inputs: [[UInt8]]
  /// Whether both sides added a setting of one name.
  private let isPossible: Bool
  /// The most words of a line that is no sentence.
  private static let mostWords = 6

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], _ added: AddedLines) {
    self.inputs = inputs
    let names = added.sides.map { lines in Set(lines.compactMap { Self.name(of: $0.trimmed) }) }
    isPossible = !names[0].isDisjoint(with: names[1])
  }

  /// The lines that both sides added under one name.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where the sides added no setting of one name.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard isPossible else { return [] }
    let doubled = Self.settings(of: result).filter { $0.value.count > 1 }
    guard !doubled.isEmpty else { return [] }
    let known = inputs.map { Self.settings(of: $0) }
    let repeated = Set(known.joined().filter { $0.value.count > 1 }.map(\.key.words))
    let records = Self.blocksOfRecords(in: result, but: doubled)
    guard !known[0].isEmpty else { return [] }
    return doubled.filter { name, _ in
      !repeated.contains(name.words) && !records.contains(name.block)
    }.map { name, places in .doubled(name.words.excerpt, at: places) }
      .sorted { $0.stands(before: $1) }
  }

  /// The blocks of which lines but for some begin with one word, so that they can be parts of several records.
  private static func blocksOfRecords(
    in text: [UInt8], but doubled: [Name: [Range<Int>]]
  ) -> Set<Int> {
    let skipped = Set(doubled.values.joined().map(\.lowerBound))
    var known: Set<Name> = []
    var blocks: Set<Int> = []
    forEachLine(of: text) { line, content, block in
      guard !skipped.contains(line.lowerBound), content.first?.isPartOfName == true else { return }
      let word = Name(words: Array(content.prefix { !$0.isWhite }), block: block)
      if !known.insert(word).inserted { blocks.insert(block) }
    }
    return blocks
  }

  /// A setting within the lines of one indentation.
  private struct Name: Hashable {
    let words: [UInt8]
    let block: Int
  }

  private static func settings(of text: [UInt8]) -> [Name: [Range<Int>]] {
    var found: [Name: [Range<Int>]] = [:]
    forEachLine(of: text) { line, content, block in
      guard let words = name(of: content) else { return }
      found[Name(words: Array(words), block: block), default: []].append(line)
    }
    return found
  }

  /// Calls `body` with each line that begins with a word, with its text, and with the number of its block.
  private static func forEachLine(
    of text: [UInt8], _ body: (Range<Int>, ArraySlice<UInt8>, Int) -> Void
  ) {
    var blocks: [(indentation: Int, number: Int)] = []
    var count = 0
    for line in Lines(text).places {
      let content = text[line].trimmed
      guard let first = content.first else { continue }
      let isSetting = first.isPartOfName || first == UInt8(ascii: "@")
      guard isSetting || first == UInt8(ascii: "<") else { continue }
      let indentation = content.startIndex - line.lowerBound
      while let last = blocks.last, last.indentation > indentation { blocks.removeLast() }
      guard isSetting else { continue }
      if blocks.last?.indentation != indentation {
        count += 1
        blocks.append((indentation, count))
      }
      body(line, content, blocks.last?.number ?? 0)
    }
  }

  /// The words of a setting before its value; `nil` for another line.
  private static func name(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let words = line.split(maxSplits: mostWords, whereSeparator: \.isWhite)
    guard (2...mostWords).contains(words.count), let value = words.last,
      isValue(value) || words.count == 2 && isDirective(words[0])
    else { return nil }
    return line[..<words[words.count - 2].endIndex]
  }

  /// Settings that stand once for each value.
  private static let lists: WordList =
    """
    Include IncludeOptional Host Match Listen ListenAddress LoadModule Define SendEnv SetEnv AcceptEnv AllowUsers \
    AllowGroups DenyUsers DenyGroups HostKey LocalForward RemoteForward DynamicForward CertificateFile ServerAlias
    """

  /// Whether a word is the name of a setting of Apache, OpenSSH and the like: `ServerAdmin`.
  private static func isDirective(_ word: ArraySlice<UInt8>) -> Bool {
    word.first?.isCapital == true && !lists.contains(String(decoding: word, as: UTF8.self))
      && word.contains { (0x61...0x7A).contains($0) }
      && word.allSatisfy(\.isPartOfName)
  }

  /// Whether a word is a number, perhaps with a unit, or a switch.
  private static func isValue(_ word: ArraySlice<UInt8>) -> Bool {
    if word.first?.isDecimalDigit == true {
      return word.allSatisfy { $0.isPartOfName || "./:;%".utf8.contains($0) }
    }
    let small = word.filter { $0 != 0x3B }.map(\.lowercased)
    return ["on", "off", "yes", "no", "true", "false"].contains { small.elementsEqual($0.utf8) }
  }
}
