import DocMergeCore

/// A line that ends a block, in most notations that have lines for it.
///
///     {% endif %}   \end{quote}   #+END_SRC   #endregion   End If   [/quote]   </details>   fi   }   ====   EOF
struct BlockEnd {
  /// What such a line is known by.
  private enum Mark {
    /// A bracket, and the one that it closes.
    case bracket(open: UInt8, close: UInt8)
    /// The name of the block, in small letters: `quote` of `\end{quote}`; empty where none is given.
    case named([UInt8])
    /// Words of which one starts a line that opens the block.
    case words(WordList)
    /// The same marks that open the block.
    case fence
    /// The word up to which a text goes.
    case text
  }

  private let mark: Mark
  /// The line, without blanks at either end.
  let content: ArraySlice<UInt8>

  /// The longest line that ends a block.
  private static let longest = 60

  /// Reads a line; `nil` for one that ends no block.
  init?(_ line: ArraySlice<UInt8>) {
    content = line.trimmed
    guard let first = content.first, content.count <= Self.longest,
      let mark = Self.fence(content) ?? Self.bracket(content, first) ?? Self.word(content)
    else { return nil }
    self.mark = mark
  }

  /// Whether the block has a name, so that its ends can be counted.
  var hasName: Bool {
    switch mark {
    case .named(let name): !name.isEmpty
    case .bracket, .words, .fence, .text: false
    }
  }

  /// Whether the same line can start a block, such as `====`, `LOOP` or `BEGIN`.
  var canStart: Bool {
    switch mark {
    case .fence, .words, .text: true
    case .named, .bracket: false
    }
  }

  // MARK: - Kinds of ends

  /// `}`, `);`, `|}`, but not `} else {`.
  private static func bracket(_ line: ArraySlice<UInt8>, _ first: UInt8) -> Mark? {
    let line = first == UInt8(ascii: "|") ? line.dropFirst() : line
    guard line.allSatisfy({ "})];,|".utf8.contains($0) }) else { return nil }
    switch line.first {
    case UInt8(ascii: "}"): return .bracket(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"))
    case UInt8(ascii: ")"): return .bracket(open: UInt8(ascii: "("), close: UInt8(ascii: ")"))
    case UInt8(ascii: "]"): return .bracket(open: UInt8(ascii: "["), close: UInt8(ascii: "]"))
    default: return nil
    }
  }

  /// `====`: one mark, and nothing else.
  private static func fence(_ line: ArraySlice<UInt8>) -> Mark? {
    guard line.count > 2, let first = line.first, "=`~+*_".utf8.contains(first),
      line.allSatisfy({ $0 == first })
    else { return nil }
    return .fence
  }

  private static let words: [(end: StaticString, starts: WordList)] = [
    ("fi", "if"), ("done", "for while until select"), ("esac", "case"), ("od", "do for while"),
    ("next", "for"), ("wend", "while"), ("until", "repeat"), ("join", "fork"), ("loop", "do"),
  ]

  /// `{% endif %}`, `End If`, `[end note]`, `{/if}`, `fi`.
  private static func word(_ line: ArraySlice<UInt8>) -> Mark? {
    let line = line.starts(with: "<?php ".utf8) ? line.dropFirst(6) : line
    let head = line.drop { !$0.isASCIILetter && $0 != UInt8(ascii: "/") }
    guard line.prefix(upTo: head.startIndex).allSatisfy({ "{%<?#\\!$@[-+ '".utf8.contains($0) })
    else { return nil }
    if head.first == UInt8(ascii: "/") {
      let name = head.dropFirst().prefix(while: \.isPartOfNameOrHyphen)
      let isTag = head.startIndex > line.startIndex && !name.isEmpty
      return isTag && line[name.endIndex...].allSatisfy({ "]}>% -".utf8.contains($0) })
        ? .named(name.map(\.lowercased)) : nil
    }
    if line.count > 2, line.allSatisfy({ $0.isCapital || $0 == 0x5F }),
      !line.starts(with: "END".utf8)
    {
      return .text
    }
    let word = head.prefix(while: \.isASCIILetter).map(\.lowercased)
    if let known = words.first(where: { word.elementsEqual($0.end.bytes) }) {
      return .words(known.starts)
    }
    guard word.starts(with: "end".utf8) else { return nil }
    if word.count > 3 { return .named(Array(word.dropFirst(3))) }
    let name = head.dropFirst(3).drop { !$0.isPartOfName || $0 == UInt8(ascii: "_") }
      .prefix(while: \.isPartOfNameOrHyphen)
    return .named(name.map(\.lowercased))
  }

  // MARK: - Starts

  /// Words that start a block whose end has no name.
  private static let blockWords: WordList =
    """
    if for foreach while do begin case function def class module proc procedure repeat switch loop unless with try \
    struct range define block let local task
    """

  /// How many words of a line can be that of its block.
  private static let reach = 3

  /// Whether a line can start the block that this one ends.
  func ends(_ line: ArraySlice<UInt8>) -> Bool {
    let line = line.trimmed
    switch mark {
    case .bracket(let open, let close):
      return line.count { $0 == open } > line.count { $0 == close }
    case .fence: return line.starts(with: content)
    case .text: return isEndOfText(line)
    case .words(let starts): return Self.words(of: line).first.map(starts.contains) ?? false
    case .named(let name):
      let words = Self.words(of: line)
      guard let first = words.first, !first.hasPrefix("end") else { return false }
      if name.isEmpty {
        return Self.blockWords.contains(first) || words.last == "do" || words.last == "then"
      }
      let wanted = String(decoding: name, as: UTF8.self)
      return words.prefix(Self.reach).contains { word in
        word == wanted
          || word.hasPrefix(wanted) && wanted == "if"
            && line.first.map { "#!".utf8.contains($0) } == true
          || word.hasPrefix("begin") && word.hasSuffix(wanted)
      } && !line.dropFirst().prefix(2).contains(UInt8(ascii: "/"))
    }
  }

  /// Whether the line is a text up to this word: `cat <<EOF`.
  private func isEndOfText(_ line: ArraySlice<UInt8>) -> Bool {
    guard let mark = line.firstRange(of: "<<".utf8) else { return false }
    let word = line[mark.upperBound...].drop { "-~'\"".utf8.contains($0) }
      .prefix(while: \.isPartOfName)
    return word == content
  }

  private static func words(of line: ArraySlice<UInt8>) -> [String] {
    line.split { !$0.isPartOfNameOrHyphen || $0 == UInt8(ascii: "_") }.lazy
      .filter { $0.contains(where: \.isASCIILetter) }
      .map { String(decoding: $0, as: UTF8.self).lowercased() }
  }
}

extension StaticString {
  /// The text, byte by byte.
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
