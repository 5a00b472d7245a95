import DocMergeCore
import DocMergeLanguage

/// Finds two declarations of one local name in a block of program code, and two branches for one value, of which no input
/// has two.
///
///     base   start()      ours   let n = 4     theirs  start()          fault   let n = 4
///            stop()              start()               let n = size()           start()
///                                stop()                stop()                   let n = size()
///                                                                               stop()
///
/// A block is the lines of one indentation with no shallower line between. The branches of a block end with a line of
/// its indentation that is none.
struct DoubledHeadGuard {
  private let inputs: [[UInt8]]

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The lines of such declarations and branches.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has any.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.head) })
    return doubled.filter { !known.contains($0.head) }.map { head, places in
      StructureFault(
        places: places,
        reason: tr("`\(String(decoding: head.words.prefix(60), as: UTF8.self))` would stand twice"))
    }.sorted { $0.stands(before: $1) }
  }

  private struct Block {
    let indentation: Int
    var names: [LineHead: [Range<Int>]] = [:]
    var branches: [LineHead: [Range<Int>]] = [:]
  }

  private static func doubled(in text: [UInt8]) -> [(head: LineHead, places: [Range<Int>])] {
    var found: [(head: LineHead, places: [Range<Int>])] = []
    var blocks: [Block] = []
    func collect(_ heads: [LineHead: [Range<Int>]]) {
      for (head, places) in heads where places.count > 1 { found.append((head, places)) }
    }
    func close(_ block: Block) {
      collect(block.names)
      collect(block.branches)
    }
    for line in Lines(text).lazy.map(\.indices) {
      let words = text[line].trimmed
      guard !words.isEmpty else { continue }
      let indentation = words.startIndex - line.lowerBound
      while let last = blocks.last, last.indentation > indentation { close(blocks.removeLast()) }
      if blocks.last?.indentation != indentation { blocks.append(Block(indentation: indentation)) }
      let index = blocks.count - 1
      if let head = LineHead(branch: words) {
        blocks[index].branches[head, default: []].append(line)
        continue
      }
      if !LineHead.continuesBranches(words), !blocks[index].branches.isEmpty {
        collect(blocks[index].branches)
        blocks[index].branches = [:]
      }
      // At the left margin, another scope can begin without an indentation.
      if indentation > 0, let head = LineHead(declaration: words) {
        blocks[index].names[head, default: []].append(line)
      }
    }
    blocks.forEach(close)
    return found
  }
}

/// What a line declares, or for which value it is a branch.
private struct LineHead: Hashable {
  let words: [UInt8]

  // MARK: Branches

  private static let branchWords = [
    "elif ", "else if ", "} else if ", "elsif ", "} elsif ", "elseif ", "when ", "case ", "| ",
  ]

  /// The head of a branch, up to its body; `nil` for another line.
  init?(branch line: ArraySlice<UInt8>) {
    guard
      Self.branchWords.contains(where: { line.starts(with: $0.utf8) }) || Self.isShellPattern(line)
    else { return nil }
    let ends = ["->", "=>", " then", ": ", " {"].compactMap {
      line.firstRange(of: $0.utf8)?.lowerBound
    }
    var head = line[..<(ends.min() ?? line.endIndex)]
    if Self.isShellPattern(line), let end = line.firstIndex(of: UInt8(ascii: ")")) {
      head = line[...end]
    }
    head = head.trimmed
    if head.last == UInt8(ascii: ":") { head = head.dropLast() }
    // A value that several branches can have is none.
    guard !["case _", "| _"].contains(where: { head.elementsEqual($0.utf8) }) else { return nil }
    words = Array(head)
  }

  /// `name)` and what a shell does for it, up to `;;`.
  private static func isShellPattern(_ line: ArraySlice<UInt8>) -> Bool {
    guard let end = line.firstIndex(of: UInt8(ascii: ")")), end > line.startIndex else {
      return false
    }
    return line[..<end].allSatisfy { $0.isPartOfName || "-.*|\" ".utf8.contains($0) }
      && line[(end + 1)...].firstRange(of: ";;".utf8) != nil
  }

  /// Whether a line goes on with the branches above it.
  static func continuesBranches(_ line: ArraySlice<UInt8>) -> Bool {
    ["else", "} else", ";;", "//", "#", "--", "|"].contains { line.starts(with: $0.utf8) }
  }

  // MARK: Declarations

  private static let modifiers: WordList = "final static private public internal lateinit"
  private static let binders: WordList = "let var val const my local auto"

  /// The name that a line declares for its block, with a value; `nil` for another line.
  init?(declaration line: ArraySlice<UInt8>) {
    guard let sign = line.firstIndex(of: UInt8(ascii: "=")), sign > line.startIndex,
      line[(sign + 1)...].first.map({ !"=>~".utf8.contains($0) }) ?? true,
      !"=!<>+-*/|&%^?".utf8.contains(line[line.index(before: sign)])
    else { return nil }
    let isShort = line[line.index(before: sign)] == UInt8(ascii: ":")
    let head = line[..<(isShort ? sign - 1 : sign)]
    let parts = head.prefix { $0 != UInt8(ascii: ":") }.split(whereSeparator: \.isBlankOrTab)
      .drop { Self.modifiers.contains(String(decoding: $0, as: UTF8.self)) }
    guard let name = parts.last, name.allSatisfy({ $0.isPartOfName || $0 == 0x24 }),
      let first = parts.first, name.first.map({ !$0.isDecimalDigit }) ?? false
    else { return nil }
    let isBound =
      parts.count > 1 && Self.binders.contains(String(decoding: first, as: UTF8.self))
    // A name may be given a new value that depends on the old one.
    let right = line[(sign + 1)...].split { !$0.isPartOfName }
    guard !right.contains(name), right.last?.elementsEqual("in".utf8) != true else { return nil }
    guard isBound || isShort && parts.count == 1 || Self.isTyped(parts, line) else { return nil }
    words = Array(name)
  }

  /// Whether a type stands before the name, as in `int name = 3;`.
  private static func isTyped(_ parts: ArraySlice<ArraySlice<UInt8>>, _ line: ArraySlice<UInt8>)
    -> Bool
  {
    guard parts.count == 2, line.last == UInt8(ascii: ";"), let type = parts.first else {
      return false
    }
    return type.allSatisfy { $0.isPartOfName || "<>[],.*&?".utf8.contains($0) }
      && !["return", "else", "typedef", "using", "export", "goto"].contains {
        type.elementsEqual($0.utf8)
      }
  }
}
