import DocMergeCore
import DocMergeLanguage

/// Finds block comments of a result that end too early, at the end of a comment within them.
///
///     ours   /*              theirs   a();           fault   /*
///            a();                     /* then */             a();
///            b();                     b();                   /* then */
///            */                                              b();
///                                                            */
///
/// Languages whose block comments cannot be nested end the outer one at the first `*/`.
struct CommentGuard {
  private let inputs: [[UInt8]]

  private static let endings = [
    ".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh", ".cs", ".java", ".go", ".js", ".jsx", ".mjs",
    ".ts", ".tsx", ".css", ".scss", ".less", ".php", ".m", ".mm", ".proto", ".groovy", ".gradle",
  ]

  /// Whether block comments cannot be nested in the file at a path.
  static func applies(toFileAt path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains { name.hasSuffix($0) }
  }

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The starts of comments within others, if the result has more of them than any input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has one.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let nested = Self.nested(in: result)
    guard !nested.isEmpty, nested.count > inputs.map({ Self.nested(in: $0).count }).max() ?? 0
    else { return [] }
    return [
      StructureFault(places: nested, reason: tr("a comment would end within another comment"))
    ]
  }

  /// The starts of comments within comments.
  private static func nested(in text: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var isInside = false
    var offset = 0
    while let place = text[offset...].firstIndex(where: "/*\"'`".utf8.contains) {
      let next = place + 1 < text.count ? text[place + 1] : 0
      offset = place + 1
      if text[place] == 0x2F, next == 0x2A {
        // `/api/*` and `src/*.js` are paths.
        let before = place > 0 ? text[place - 1] : 0x0A
        if isInside, before.isWhite || "(){};,".utf8.contains(before) {
          found.append(place..<place + 2)
        }
        isInside = true
        offset += 1
      } else if text[place] == 0x2A, next == 0x2F {
        isInside = false
        offset += 1
      } else if text[place] == 0x2F, next == 0x2F, !isInside {
        offset = text[place...].firstIndex(of: 0x0A) ?? text.count
      } else if !isInside, let end = endOfString(in: text, at: place) {
        offset = end
      }
    }
    return found
  }

  /// The end of the string that starts at a quotation mark; `nil` where there is none, or no end.
  private static func endOfString(in text: [UInt8], at start: Int) -> Int? {
    let quote = text[start]
    guard "\"'`".utf8.contains(quote) else { return nil }
    var place = start + 1
    while place < text.count, text[place] != quote {
      // Only text in backquotes can have several lines.
      if text[place] == 0x0A, quote != UInt8(ascii: "`") { return nil }
      place += text[place] == 0x5C ? 2 : 1
    }
    return place < text.count ? place + 1 : nil
  }
}
