import DocMergeCore
import DocMergeLanguage

/// Reads the records of a table, one after the other.
struct TableScanner {
  private var cursor: ByteCursor
  private let delimiter: UInt8

  /// Starts after a byte-order mark, if there is one.
  init(_ text: [UInt8], delimiter: UInt8) {
    cursor = ByteCursor(text, at: Self.start(of: text))
    self.delimiter = delimiter
  }

  /// The first possible start of a record: after a byte-order mark.
  static func start(of text: [UInt8]) -> Int { text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

  /// Skips empty lines; returns where the next record starts, or `nil` at the end.
  mutating func nextRecord() -> Int? {
    cursor.skip { $0 == 0x0A }
    return cursor.isAtEnd ? nil : cursor.offset
  }

  /// Reads a record and its line end, and calls `found` with each of its cells.
  mutating func readRecord(_ found: (Range<Int>) -> Void) throws(FormatRefusal) {
    if cursor.isAtConflictMarker {
      throw FormatRefusal(at: cursor.offset, tr("a row was expected, this is a conflict marker"))
    }
    repeat { found(try readCell()) } while cursor.take(delimiter)
    _ = cursor.take(0x0A)
  }

  private mutating func readCell() throws(FormatRefusal) -> Range<Int> {
    let start = cursor.offset
    guard cursor.take(.quotationMark) else {
      cursor.offset = cursor.text.withUnsafeBytes {
        ByteRuns.firstOffset(of: delimiter, or: 0x0A, in: $0, from: start)
      }
      return start..<cursor.offset
    }
    repeat {
      cursor.skip { $0 != .quotationMark }
      guard cursor.take(.quotationMark) else {
        throw FormatRefusal(at: start, tr("a closing quotation mark was expected"))
      }
    } while cursor.take(.quotationMark)
    guard cursor.isAtEnd || cursor.next == delimiter || cursor.next == 0x0A else {
      throw FormatRefusal(at: cursor.offset, tr("a delimiter or the end of the line was expected"))
    }
    return start..<cursor.offset
  }
}

extension TableScanner {
  /// The text of a quoted cell.
  static func unquoted(_ cell: ArraySlice<UInt8>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(cell.count)
    var isSecond = false
    for byte in cell.dropFirst().dropLast() {
      isSecond = byte == .quotationMark && !isSecond
      if !isSecond { value.append(byte) }
    }
    return value
  }

  /// A cell in the form needed between other delimiters.
  static func quoted(_ cell: ArraySlice<UInt8>, delimiter: UInt8) -> [UInt8] {
    guard cell.first != .quotationMark, cell.contains(delimiter) else { return Array(cell) }
    var quoted: [UInt8] = [.quotationMark]
    for byte in cell {
      quoted.append(byte)
      if byte == .quotationMark { quoted.append(byte) }
    }
    return quoted + [.quotationMark]
  }
}
