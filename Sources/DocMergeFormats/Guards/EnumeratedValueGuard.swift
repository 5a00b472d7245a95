import DocMergeCore
import DocMergeLanguage

/// Finds one number twice among constants that program code numbers, of which no input has two.
///
///     #define RED 1        ours   #define BLUE 3        theirs   #define GOLD 3
///     #define GREEN 2
///
/// In each input the constants of a block have rising values, or names with one beginning and different values.
struct EnumeratedValueGuard {
  private let inputs: [[UInt8]]
  /// How many constants show that their values differ.
  private static let fewest = 2

  /// Prepares for the base, ours and theirs; `nil` where one side added no constant.
  init?(_ inputs: [[UInt8]], _ added: AddedLines) {
    let isPossible = added.areThere(inEach: true) { Constant($0) != nil }
    guard isPossible else { return nil }
    self.inputs = inputs
  }

  fileprivate struct Constant {
    let name: ArraySlice<UInt8>
    /// What stands before the name.
    let head: [UInt8]
    let value: ArraySlice<UInt8>
    let place: Range<Int>
  }

  /// The constants with one value.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has any.
  func faults(in result: [UInt8]) -> [StructureFault] {
    var faults: [StructureFault] = []
    for constants in Self.blocks(in: result) {
      for (value, doubled) in Dictionary(grouping: constants, by: { $0.value })
      where doubled.count > 1 {
        guard isNumbered(constants, but: doubled) else { continue }
        let text = String(decoding: value, as: UTF8.self)
        faults.append(
          StructureFault(places: doubled.map(\.place), reason: tr("`\(text)` would stand twice")))
      }
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  /// Whether the inputs number the constants, and none has the doubled ones.
  private func isNumbered(_ constants: [Constant], but doubled: [Constant]) -> Bool {
    let names = Set(constants.map(\.name))
    let known = inputs.map { text in
      Self.blocks(in: text).flatMap(\.self).filter { names.contains($0.name) }
    }
    guard known[0].count >= Self.fewest,
      known.allSatisfy({ Set($0.map(\.value)).count == $0.count })
    else { return false }
    let values = known[0].map { Self.number($0.value) }
    let isRising = zip(values, values.dropFirst()).allSatisfy { one, next in
      one.flatMap { one in next.map { one < $0 } } ?? false
    }
    let beginning = known[0].dropFirst().reduce(known[0][0].name) { common, constant in
      common.prefix(zip(common, constant.name).prefix { $0 == $1 }.count)
    }
    return isRising || beginning.count > 1 && doubled.allSatisfy { $0.name.starts(with: beginning) }
  }

  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    let word = String(decoding: text, as: UTF8.self).replacing("_", with: "")
    if word.hasPrefix("0x") { return Int(word.dropFirst(2), radix: 16) }
    if word.hasPrefix("0b") { return Int(word.dropFirst(2), radix: 2) }
    // `1 << 3`
    if let shift = word.firstRange(of: "<<"), word[..<shift.lowerBound].trimmingBlanks == "1" {
      return Int(word[shift.upperBound...].trimmingBlanks).flatMap {
        (0..<62).contains($0) ? 1 << $0 : nil
      }
    }
    return Int(word)
  }

  /// The runs of lines with constants of one form; other lines between do not end one, an empty block does.
  private static func blocks(in text: [UInt8]) -> [[Constant]] {
    var blocks: [[UInt8]: [Constant]] = [:]
    var order: [[UInt8]] = []
    for line in Lines(text).lazy.map(\.indices) {
      guard let constant = Constant(text[line]) else { continue }
      if blocks[constant.head] == nil { order.append(constant.head) }
      blocks[constant.head, default: []].append(constant)
    }
    return order.compactMap { blocks[$0] }
  }
}

extension EnumeratedValueGuard.Constant {
  /// Reads `#define NAME 1`, `const int NAME = 1;` or `NAME = 1,`; `nil` for another line.
  init?(_ line: ArraySlice<UInt8>) {
    let content = line.prefix { $0 != 0x0A }
    var words = content.trimmed
    let isDefined = words.starts(with: "#define ".utf8)
    guard isDefined || words.contains(0x3D) else { return nil }
    if let slash = words.firstIndex(of: UInt8(ascii: "/")) { words = words[..<slash].trimmed }
    if let last = words.last, ",;".utf8.contains(last) { words = words.dropLast().trimmed }
    let parts: (name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)
    if isDefined {
      let rest = words.dropFirst(8).trimmed
      let name = rest.prefix(while: \.isPartOfName)
      parts = (name, rest[name.endIndex...].trimmed)
      guard rest[name.endIndex...].first?.isWhite == true else { return nil }
    } else {
      guard let sign = words.firstIndex(of: UInt8(ascii: "=")),
        words[sign...].dropFirst().first != 0x3D
      else { return nil }
      let name = words[..<sign].prefix { $0 != UInt8(ascii: ":") }.split { !$0.isPartOfName }.last
      parts = (name ?? [], words[(sign + 1)...].trimmed)
    }
    var value = parts.value
    if value.first == 0x28, value.last == 0x29 { value = value.dropFirst().dropLast() }
    // Names of constants are capitals, or begin with one.
    let isValue =
      value.first?.isDecimalDigit == true
      && value.allSatisfy { $0.isPartOfName || $0 == 0x20 || $0 == UInt8(ascii: "<") }
    guard isValue, let first = parts.name.first, (0x41...0x5A).contains(first) else { return nil }
    let head = Array(content.prefix(while: \.isBlankOrTab) + words[..<parts.name.startIndex])
    self.init(name: parts.name, head: head, value: value, place: line.indices)
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring { drop { $0 == " " }.prefix { $0 != " " } }
}
