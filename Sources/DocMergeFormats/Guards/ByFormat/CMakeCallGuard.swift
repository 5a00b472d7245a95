import DocMergeCore

/// Finds calls of CMake with fewer arguments than the function or macro declares, which no input has.
///
///     ours    function(add_tool name source)      theirs  add_tool(gamma)
struct CMakeCallGuard {
  private let known: Set<ArraySlice<UInt8>>

  init(_ inputs: [[UInt8]]) { known = Set(inputs.flatMap { Self.shortCalls(in: $0).keys }) }

  /// The calls with too few arguments of functions that have none such in any input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in text: [UInt8]) -> [StructureFault] {
    Self.shortCalls(in: text).filter { !known.contains($0.key) }
      .compactMap { name, places in .misfit(name, calledAt: places) }
      .sorted { $0.stands(before: $1) }
  }

  /// The calls that have fewer arguments than the only declaration of their function, by the name.
  private static func shortCalls(in text: [UInt8]) -> [ArraySlice<UInt8>: [Range<Int>]] {
    let commands = commands(in: text)
    var counts: [ArraySlice<UInt8>: Int?] = [:]
    for (name, arguments) in commands
    where ["function", "macro"].contains(where: { name.elementsEqual($0.utf8) }) {
      guard let declared = arguments.first else { continue }
      counts[declared] = counts[declared] == nil ? arguments.count - 1 : .some(nil)
    }
    guard !counts.isEmpty else { return [:] }
    return commands.reduce(into: [:]) { found, command in
      guard let count = counts[command.name] ?? nil, command.arguments.count < count,
        !command.arguments.contains(where: { $0.first == UInt8(ascii: "$") })
      else { return }
      found[command.name, default: []].append(command.name.indices)
    }
  }

  private typealias Command = (name: ArraySlice<UInt8>, arguments: [ArraySlice<UInt8>])

  /// The commands of a text, each at the start of a line.
  private static func commands(in text: [UInt8]) -> [Command] {
    var (found, place): ([Command], Int) = ([], 0)
    for line in Lines(text) {
      let name = line.trimmed.prefix(while: \.isPartOfName)
      let rest = line[name.endIndex...].drop(while: \.isBlankOrTab)
      guard line.startIndex >= place, !name.isEmpty, rest.first == 0x28 else { continue }
      let (arguments, end) = arguments(from: rest.startIndex, in: text)
      found.append((name, arguments))
      place = end
    }
    return found
  }

  /// The arguments between the parentheses that open at a place, and the place behind these.
  private static func arguments(
    from open: Int, in text: [UInt8]
  ) -> ([ArraySlice<UInt8>], end: Int) {
    var (parts, depth, start, place): ([ArraySlice<UInt8>], Int, Int?, Int) = ([], 0, nil, open)
    var isQuoted = false
    while place < text.count {
      let byte = text[place]
      if byte == 0x5C, isQuoted {
        place += 1
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if byte == 0x23, !isQuoted {
        while place + 1 < text.count, text[place + 1] != 0x0A { place += 1 }
      }
      let isEnd = !isQuoted && (byte.isWhite || byte == 0x29 || byte == 0x23)
      if isEnd, let first = start {
        parts.append(text[first..<place])
        start = nil
      } else if !isEnd, start == nil, depth > 0, byte != 0x28 || isQuoted {
        start = place
      }
      if !isQuoted, byte == 0x28 { depth += 1 }
      if !isQuoted, byte == 0x29 { depth -= 1 }
      place += 1
      if depth == 0 { break }
    }
    return (parts, place)
  }
}
