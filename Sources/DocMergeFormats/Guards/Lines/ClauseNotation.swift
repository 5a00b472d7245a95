import DocMergeCore

/// How a language writes the clauses of a function, or the fields of a record, each of which has a head of its own.
enum ClauseNotation {
  /// `area({square, S}) ->`
  case erlang
  /// `area (Square s) =`
  case haskell
  /// `def area({:square, s}) do`
  case elixir
  /// `4: optional string genre;`
  case thrift
  /// `stop|halt)`, and what it does on the lines below
  case shell

  /// The notation of a file; `nil` for languages without clauses.
  init?(fileAt path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "erl"?: self = .erlang
    case "hs"?, "elm"?, "purs"?: self = .haskell
    case "ex"?, "exs"?: self = .elixir
    case "thrift"?: self = .thrift
    default: return nil
    }
  }

  /// The notation of a file in a language; `nil` for languages without clauses.
  init?(fileAt path: String, _ code: LanguageFamily?) {
    if code?.features.contains(.shellWords) == true {
      self = .shell
    } else {
      self.init(fileAt: path)
    }
  }

  /// The heads of a clause that starts on a line, one for each value of a pattern; none for another line.
  func heads(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard self == .shell else { return head(of: line).map { [$0] } ?? [] }
    let values = line.drop { $0 == 0x28 }.dropLast()
    guard line.last == UInt8(ascii: ")"), !values.isEmpty,
      values.allSatisfy({ $0.isPartOfName || "-.*|\"' ?".utf8.contains($0) })
    else { return [] }
    return values.split(separator: UInt8(ascii: "|")).map(\.trimmed)
  }

  /// The head of a clause that starts on a line, without what it does; `nil` for another line.
  private func head(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if self == .thrift {
      let number = line.prefix(while: \.isDecimalDigit)
      return number.isEmpty || line[number.endIndex...].first != 0x3A ? nil : number
    }
    let marks: [String]
    switch self {
    case .erlang: marks = ["->"]
    case .haskell: marks = [" = "]
    case .elixir: marks = [" do", ", do:"]
    case .thrift, .shell: marks = []
    }
    let isStart =
      self == .elixir
      ? line.starts(with: "def ".utf8) || line.starts(with: "defp ".utf8)
      : line.first.map { (0x61...0x7A).contains($0) } ?? false
    guard isStart else { return nil }
    let ends = marks.compactMap { line.firstRange(of: $0.utf8)?.lowerBound }
    guard let end = ends.min() ?? (self == .haskell && line.last == 0x3D ? line.endIndex - 1 : nil)
    else { return nil }
    let head = line[..<end].trimmed
    switch self {
    case .erlang: return head.contains(0x28) && head.last != 0x3D ? head : nil
    case .haskell:
      let isStatement = head.starts(with: "let ".utf8) || head.starts(with: "type ".utf8)
      return isStatement || head.contains { ":|<>{".utf8.contains($0) } ? nil : head
    case .elixir, .thrift, .shell: return head
    }
  }
}
