/// What a cell holds, and how it is written where a sheet is shown as text.
///
///     CellValue.number("3").text  // 3
///     CellValue.string("3").text  // '3
enum CellValue: Hashable, Sendable {
  case number(String)
  case boolean(Bool)
  case error(String)
  /// A date, a time or both, as in ISO 8601.
  case date(String)
  case string(String)

  var text: String {
    switch self {
    case .number(let number), .date(let number), .error(let number): number
    case .boolean(let isTrue): isTrue ? "TRUE" : "FALSE"
    case .string(let string): Self.needsSign(string) ? "'" + string : string
    }
  }

  /// Reads what a cell shows.
  init(_ text: String) {
    if text.hasPrefix("'") {
      self = .string(String(text.dropFirst()))
    } else if text == "TRUE" || text == "FALSE" {
      self = .boolean(text == "TRUE")
    } else if Self.isError(text) {
      self = .error(text)
    } else if Self.isNumber(text) {
      self = .number(text)
    } else {
      self = Self.isDate(text) ? .date(text) : .string(text)
    }
  }

  private static func needsSign(_ text: String) -> Bool {
    text.hasPrefix("'") || text.hasPrefix("=") || CellValue(text) != .string(text)
  }

  private static let errors: Set = [
    "#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A", "#GETTING_DATA", "#SPILL!",
    "#CALC!", "#FIELD!", "#BLOCKED!", "#CONNECT!", "#UNKNOWN!", "#BUSY!", "#EXTERNAL!", "#PYTHON!",
  ]

  private static func isError(_ text: String) -> Bool {
    text.hasPrefix("#") && (errors.contains(text) || text.hasPrefix("#Err:"))
  }

  static func isNumber(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."),
      text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) })
    else { return false }
    return Double(text) != nil
  }

  /// Whether a text is `2026-05-01`, `12:30:00`, or both with a `T` between them.
  static func isDate(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    func matches(_ pattern: String, _ part: ArraySlice<UInt8>) -> Bool {
      part.count == pattern.utf8.count
        && zip(pattern.utf8, part).allSatisfy { sign, byte in
          sign == UInt8(ascii: "9") ? (48...57).contains(byte) : sign == byte
        }
    }
    let day = matches("9999-99-99", bytes.prefix(10))
    if bytes.count == 10 { return day }
    let clock = day && bytes[10] == UInt8(ascii: "T") ? bytes.dropFirst(11) : bytes[...]
    guard !day || clock.count < bytes.count else { return false }
    return matches("99:99:99", clock.prefix(8))
      && (clock.count == 8
        || clock.dropFirst(8).first == UInt8(ascii: ".") && clock.count > 9
          && clock.dropFirst(9).allSatisfy { (48...57).contains($0) })
  }
}

/// A row as the line that it is shown as.
///
///     SheetLine(["Apples", "3", "", "=B2*2"]).line  // | Apples | 3 | | =B2*2 |
struct SheetLine: Hashable {
  var cells: [String]

  init(_ cells: [String]) {
    self.cells = cells
    while self.cells.last?.isEmpty == true { self.cells.removeLast() }
  }

  /// Reads a line; `nil` where it is no row.
  init?(_ line: String) {
    let scalars = Array(line.unicodeScalars)
    guard scalars.first == "|", scalars.last == "|" else { return nil }
    var (cells, cell, isEscaped) = ([String](), String.UnicodeScalarView(), false)
    for scalar in scalars.dropFirst() {
      if isEscaped {
        cell.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == "|" {
        cells.append(Self.unwrapped(String(cell)))
        cell = String.UnicodeScalarView()
      } else {
        cell.append(scalar == "↵" ? "\n" : scalar == "␍" ? "\r" : scalar)
      }
    }
    guard cell.isEmpty, !isEscaped else { return nil }
    self.init(cells)
  }

  /// The text without the blanks beside the bars, which may carry a mark of the text.
  private static func unwrapped(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)[...]
    guard scalars.first == " " else { return text }
    scalars.removeFirst()
    if scalars.last == " " { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }

  var line: String {
    var line = "|"
    for cell in cells { line += cell.isEmpty ? " |" : " \(Self.escaped(cell)) |" }
    return line
  }

  private static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { "|\\↵␍\n\r".unicodeScalars.contains($0) }) else {
      return text
    }
    var view = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "|", "\\", "↵", "␍": view.append(contentsOf: ["\\", scalar])
      case "\n": view.append("↵")
      case "\r": view.append("␍")
      default: view.append(scalar)
      }
    }
    return String(view)
  }
}
