import DocMergeCore
import DocMergeLanguage

/// Finds a setting that a text of plain lines has twice, where each input has every setting once.
///
///     ours    timeout 10       added
///     theirs  timeout 20       added
///     fault   which one counts depends on the program
///
/// The last word of a setting is a number or a switch; the words before it are its name.
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
    guard !known[0].isEmpty, known.allSatisfy({ $0.allSatisfy { $0.value.count == 1 } }),
      !Self.hasRecords(result, but: doubled)
    else { return [] }
    return doubled.map { name, places in .doubled(name.words.excerpt, at: places) }
      .sorted { $0.stands(before: $1) }
  }

  /// Whether lines but for some begin with one word, so that they can be parts of several records.
  private static func hasRecords(_ text: [UInt8], but doubled: [Name: [Range<Int>]]) -> Bool {
    let skipped = Set(doubled.values.joined().map(\.lowerBound))
    var known: Set<ArraySlice<UInt8>> = []
    for line in Lines(text).places where !skipped.contains(line.lowerBound) {
      let word = text[line].trimmed.prefix { !$0.isWhite }
      if word.first?.isPartOfName == true, !known.insert(word).inserted { return true }
    }
    return false
  }

  /// A setting within the lines of one indentation.
  private struct Name: Hashable {
    let words: [UInt8]
    let block: Int
  }

  private static func settings(of text: [UInt8]) -> [Name: [Range<Int>]] {
    var found: [Name: [Range<Int>]] = [:]
    var blocks: [(indentation: Int, number: Int)] = []
    var count = 0
    for line in Lines(text).places {
      let content = text[line].trimmed
      guard let first = content.first, first.isPartOfName || first == UInt8(ascii: "@") else {
        continue
      }
      let indentation = content.startIndex - line.lowerBound
      while let last = blocks.last, last.indentation > indentation { blocks.removeLast() }
      if blocks.last?.indentation != indentation {
        count += 1
        blocks.append((indentation, count))
      }
      guard let words = name(of: content) else { continue }
      let name = Name(words: Array(words), block: blocks.last?.number ?? 0)
      found[name, default: []].append(line)
    }
    return found
  }

  /// The words of a setting before its value; `nil` for another line.
  private static func name(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let words = line.split(maxSplits: mostWords, whereSeparator: \.isWhite)
    guard (2...mostWords).contains(words.count), let value = words.last, isValue(value) else {
      return nil
    }
    return line[..<words[words.count - 2].endIndex]
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
