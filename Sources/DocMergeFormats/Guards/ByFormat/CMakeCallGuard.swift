import DocMergeCore

/// Finds calls of CMake with fewer arguments than the function or macro declares, which no input has.
///
///     ours    function(add_tool name source)      theirs  add_tool(gamma)
struct CMakeCallGuard {
  private let known: Set<String>

  init(_ inputs: [[UInt8]]) { known = Set(inputs.flatMap { Self.shortCalls(in: $0).keys }) }

  /// The calls with too few arguments of functions that have none such in any input.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in text: [UInt8]) -> [StructureFault] {
    Self.shortCalls(in: text).filter { !known.contains($0.key) }
      .compactMap { name, places in .misfit(Array(name.utf8)[...], calledAt: places) }
      .sorted { $0.stands(before: $1) }
  }

  /// The calls that have fewer arguments than the only declaration of their function, by the name.
  private static func shortCalls(in text: [UInt8]) -> [String: [Range<Int>]] {
    let commands = commands(in: text)
    var counts: [String: Int?] = [:]
    for command in commands where ["function", "macro"].contains(command.name) {
      guard let name = command.arguments.first else { continue }
      let declared = String(decoding: text[name], as: UTF8.self).lowercased()
      counts[declared] = counts[declared] == nil ? command.arguments.count - 1 : .some(nil)
    }
    guard !counts.isEmpty else { return [:] }
    return commands.reduce(into: [:]) { found, command in
      guard let count = counts[command.name] ?? nil, command.arguments.count < count,
        !command.arguments.contains(where: { text[$0].first == UInt8(ascii: "$") })
      else { return }
      let start = command.range.lowerBound
      found[command.name, default: []].append(start..<start + command.name.utf8.count)
    }
  }

  /// The commands of a text, each at the start of a line.
  private static func commands(in text: [UInt8]) -> [CMakeCommand] {
    var (found, place): ([CMakeCommand], Int) = ([], 0)
    for line in Lines(text) {
      let start = line.trimmed.startIndex
      guard start >= place, line.trimmed.first?.isNameByte ?? false else { continue }
      var cursor = ByteCursor(text, at: start)
      guard let command = try? CMakeCommand(&cursor) else { continue }
      found.append(command)
      place = cursor.offset
    }
    return found
  }
}
