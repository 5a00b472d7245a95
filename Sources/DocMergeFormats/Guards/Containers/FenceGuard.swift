import DocMergeCore
import DocMergeLanguage

/// Finds a fence of code in Markdown that nothing closes, so that the rest of the text becomes code, and one that closes
/// the fence of the other side.
///
/// Both occur where one side put text into a fence, and the other side put a fence into that text.
struct FenceGuard {
  private let inputs: [[UInt8]]

  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// The fence that is open at the end of a result, if the fences of all inputs are closed; or the lines of code that
  /// fences of both sides put out of their fence.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let fences = Fences(result)
    let known = inputs.map { Fences($0) }
    if let open = fences.open, known.allSatisfy({ $0.open == nil }) {
      return [
        StructureFault(places: [open], reason: tr("the rest of the text would become code"))
      ]
    }
    guard fences.count > known.map(\.count).max() ?? 0 else { return [] }
    // A line that is code wherever an input has it.
    var isCode: [ArraySlice<UInt8>: Bool] = [:]
    for line in inputs.flatMap({ Fences($0, keepsLines: true).lines }) {
      isCode[line.text] = isCode[line.text, default: true] && line.isCode
    }
    let lost = Fences(result, keepsLines: true).lines
      .filter { !$0.isCode && isCode[$0.text] == true }
    guard !lost.isEmpty else { return [] }
    return [
      StructureFault(
        places: lost.map(\.text.indices), reason: tr("the fence would end before this code"))
    ]
  }
}

/// The fences of a text, and the lines in and out of them.
private struct Fences {
  /// The fence that is open at the end; `nil` where all are closed.
  let open: Range<Int>?
  /// How many lines open or close a fence.
  private(set) var count = 0
  /// The other lines, without the empty ones, if they are wanted.
  private(set) var lines: [(text: ArraySlice<UInt8>, isCode: Bool)] = []

  init(_ text: [UInt8], keepsLines: Bool = false) {
    var open: (place: Range<Int>, mark: UInt8, length: Int)?
    var cursor = ByteCursor(text)
    while !cursor.isAtEnd {
      let start = cursor.offset
      cursor.skipBlanks()
      let indentation = cursor.offset - start
      let line = text[cursor.offset...].prefix { $0 != 0x0A }
      cursor.skipLine()
      guard let mark = line.first else { continue }
      let length = line.prefix { $0 == mark }.count
      let rest = line.dropFirst(length)
      if let fence = open, mark == fence.mark, length >= fence.length, rest.allSatisfy(\.isWhite) {
        open = nil
        count += 1
      } else if open == nil, indentation < 4, Self.opens(mark, length, rest) {
        open = (line.indices, mark, length)
        count += 1
      } else if keepsLines {
        lines.append((line, open != nil))
      }
    }
    self.open = open?.place
  }

  private static func opens(_ mark: UInt8, _ length: Int, _ rest: ArraySlice<UInt8>) -> Bool {
    length >= 3
      && (mark == UInt8(ascii: "~") || mark == UInt8(ascii: "`") && !rest.contains(mark))
  }
}
