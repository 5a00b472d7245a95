import DocMergeCore
import DocMergeLanguage

/// Finds a fence of code in Markdown that nothing closes, so that the rest of the text becomes code.
///
/// It occurs where one side put text into a fence, and the other side put a fence into that text.
struct FenceGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// Whether a fence is open at the end of a text.
  static func isPossible(in text: [UInt8]) -> Bool { openFence(in: text) != nil }

  /// The fence that is open at the end of a result, if the fences of all inputs are closed.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard let fence = Self.openFence(in: result),
      inputs.allSatisfy({ Self.openFence(in: $0) == nil })
    else { return [] }
    return [
      StructureFault(places: [fence], reason: tr("the rest of the text would become code"))
    ]
  }

  private static func openFence(in text: [UInt8]) -> Range<Int>? {
    var open: (place: Range<Int>, mark: UInt8, length: Int)?
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skipBlanks()
      let indentation = cursor.offset - start
      let line = text[cursor.offset...].prefix { $0 != 0x0A }
      cursor.skipLine()
      guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
        continue
      }
      let length = line.prefix { $0 == mark }.count
      let rest = line.dropFirst(length)
      if let fence = open {
        guard mark == fence.mark, length >= fence.length, rest.allSatisfy(\.isWhite) else {
          continue
        }
        open = nil
      } else if length >= 3, indentation < 4, mark == UInt8(ascii: "~") || !rest.contains(mark) {
        open = (line.indices, mark, length)
      }
    }
    return open?.place
  }
}
