import DocMergeCore
import DocMergeLanguage

/// Finds a field of a message whose number, or name, the other side reserved.
///
///     ours  reserved 3;    theirs  string c = 3;    fault  reserved 3;
///                                                          string c = 3;
struct ReservedNumberGuard: Sendable {
  private let inputs: [[UInt8]]
  private let isPossible: Bool

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]], _ added: AddedLines) {
    self.inputs = inputs
    isPossible = added.areThere(inEach: false) { $0.trimmed.starts(with: Self.word.utf8) }
  }

  private static let word = "reserved "

  /// The fields with a number or a name that their message reserved, and not so in an input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of all texts; O(1) where no side reserved a number.
  func faults(in result: [UInt8]) -> [StructureFault] {
    guard isPossible else { return [] }
    let found = Self.contradictions(in: result)
    guard !found.isEmpty else { return [] }
    let known = inputs.reduce(into: Set()) { $0.formUnion(Self.contradictions(in: $1).keys) }
    return found.filter { !known.contains($0.key) }.map { value, place in
      StructureFault(places: [place], reason: tr("`\(value[...].excerpt)` would be reserved"))
    }.sorted { $0.stands(before: $1) }
  }

  /// The lines of fields whose number or name is reserved in their message, by the number or name.
  private static func contradictions(in text: [UInt8]) -> [[UInt8]: Range<Int>] {
    var found: [[UInt8]: Range<Int>] = [:]
    var messages: [Message] = []
    for line in Lines(text).places {
      let content = text[line].prefix { $0 != UInt8(ascii: "/") }.trimmed
      if content.starts(with: word.utf8) {
        messages.indices.last.map { messages[$0].reserve(content.dropFirst(word.utf8.count)) }
      } else if content.last == UInt8(ascii: "{") {
        let isChoice = content.starts(with: "oneof ".utf8)
        messages.append(Message(isChoice: isChoice))
      } else if content.first == UInt8(ascii: "}"), let message = messages.popLast() {
        if message.isChoice, let outer = messages.indices.last {
          messages[outer].fields += message.fields
        } else {
          found.merge(message.contradictions) { first, _ in first }
        }
      } else if let last = messages.indices.last, !content.starts(with: "option ".utf8) {
        messages[last].addField(content, line)
      }
    }
    return found
  }

  /// A message, with its reserved numbers and names.
  private struct Message {
    let isChoice: Bool
    private var ranges: [ClosedRange<Int>] = []
    private var names: Set<ArraySlice<UInt8>> = []
    fileprivate var fields: [(number: Int, name: ArraySlice<UInt8>, line: Range<Int>)] = []

    init(isChoice: Bool) { self.isChoice = isChoice }

    /// Reads `2, 9 to 11, "name"`.
    mutating func reserve(_ list: ArraySlice<UInt8>) {
      for part in list.split(whereSeparator: { $0 == 0x2C || $0 == 0x3B }) {
        let words = part.split(whereSeparator: \.isWhite)
        if let name = words.first, name.first == 0x22 {
          names.insert(name.dropFirst().prefix { $0 != 0x22 })
        } else if let first = words.first.flatMap({ Int(String(decoding: $0, as: UTF8.self)) }) {
          let last =
            words.count > 2 ? Int(String(decoding: words[2], as: UTF8.self)) ?? .max : first
          if first <= last { ranges.append(first...last) }
        }
      }
    }

    /// Reads `string name = 3 [deprecated = true];`.
    mutating func addField(_ line: ArraySlice<UInt8>, _ place: Range<Int>) {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
      let digits = line[(sign + 1)...].trimmed.prefix(while: \.isDecimalDigit)
      let name = line[..<sign].split { !$0.isPartOfName }.last
      guard let number = Int(String(decoding: digits, as: UTF8.self)), let name else { return }
      fields.append((number, name, place))
    }

    var contradictions: [[UInt8]: Range<Int>] {
      var found: [[UInt8]: Range<Int>] = [:]
      for field in fields {
        if ranges.contains(where: { $0.contains(field.number) }) {
          found[Array("\(field.number)".utf8)] = field.line
        } else if names.contains(field.name) {
          found[Array(field.name)] = field.line
        }
      }
      return found
    }
  }
}
