/// Makes the node of a command, with those of its arguments that are on lines of their own.
struct CMakeArguments {
  private let command: CMakeCommand
  private let text: [UInt8]

  init(_ command: CMakeCommand, in text: [UInt8]) { (self.command, self.text) = (command, text) }

  /// The node, whose range is its body.
  var node: Node {
    var node = Node(.text, key: key, range: command.range, body: command.range)
    guard let order = CMakeNames.order[command.name], let items = items else {
      return node
    }
    let areFiles = items.allSatisfy { isSection($0.argument) || text[$0.argument].isCMakeFile }
    let isOrdered =
      order == .kept || order == .unlessFiles && !areFiles
      || items.contains { text[$0.argument].isOrderedFlag }
    let hasSections = items.contains { isSection($0.argument) }
    guard !isOrdered || !hasSections else { return node }
    node.kind = isOrdered ? .items : .members
    node.children = hasSections ? sections(items) : items.map { entry($0, isKeyed: !isOrdered) }
    guard let first = node.children.first, let last = node.children.last else { return node }
    node.inner = first.range.lowerBound..<last.range.upperBound
    return node
  }

  // MARK: The key

  private func word(_ index: Int) -> Range<Int>? {
    command.arguments.indices.contains(index) ? command.arguments[index] : nil
  }

  /// The key of the command; `nil` where there may be several like it.
  private var key: Node.Key? {
    func key(_ place: Range<Int>?, _ more: Range<Int>? = nil) -> Node.Key? {
      place.map { place in
        let end = more.map { [0x20] + text[$0] } ?? []
        return Node.Key(meaning: Array("\(command.name) ".utf8) + text[place] + end, at: place)
      }
    }
    if CMakeNames.unique.contains(command.name) { return key(word(0)) }
    if command.name == "add_test" { return key(word(1)) }
    if CMakeNames.once.contains(command.name) {
      let end = command.range.lowerBound + command.name.utf8.count
      return Node.Key(meaning: command.name.utf8, at: command.range.lowerBound..<end)
    }
    // Several commands may name the libraries of one target.
    guard command.name.hasPrefix("target_") else { return nil }
    return key(word(0), command.arguments.dropFirst().first { !isSection($0) })
  }

  private func isSection(_ argument: Range<Int>) -> Bool {
    !isBuilder
      && ["PUBLIC", "PRIVATE", "INTERFACE"].contains { text[argument].elementsEqual($0.utf8) }
  }

  /// Whether the command makes a program or library, whose kind is given by words.
  private var isBuilder: Bool { CMakeNames.builders.contains(command.name) }

  private func isKind(_ argument: Range<Int>) -> Bool {
    isBuilder && CMakeNames.kinds.contains(String(decoding: text[argument], as: UTF8.self))
  }

  // MARK: Arguments

  /// An argument, and its own text: comments above it, and its line.
  private struct Item {
    let argument: Range<Int>
    let range: Range<Int>
  }

  /// The arguments below the first line; `nil` where one of them shares its line with another.
  private var items: [Item]? {
    guard !command.hasBracketComment else { return nil }
    let firstEnd = lineEnd(command.range.lowerBound)
    let below = command.arguments.filter { $0.lowerBound >= firstEnd }
    guard !below.isEmpty, let head = command.arguments.first, head.lowerBound < firstEnd else {
      return nil
    }
    let areOne = below.allSatisfy {
      !text[$0].contains(0x0A) && !"()".utf8.contains(text[$0.lowerBound])
    }
    guard areOne, !below.contains(where: isOption), let first = itemsOnFirstLine(upTo: firstEnd)
    else { return nil }
    var start = firstEnd
    // The kind of the target precedes its files, and is no file.
    let kinds = below.prefix(while: isKind)
    guard !below.dropFirst(kinds.count).contains(where: isKind) else { return nil }
    for argument in kinds {
      guard argument.lowerBound >= start, lineEnd(argument.upperBound) <= command.close else {
        return nil
      }
      start = lineEnd(argument.upperBound)
    }
    guard let arguments = joined(below.dropFirst(kinds.count)),
      let others = items(arguments, from: start)
    else { return nil }
    let items = first + others
    return items.isEmpty ? nil : items
  }

  /// The value that follows the name of a variable or list, as in `set(FILES a.cpp`; `nil` where several do.
  private func itemsOnFirstLine(upTo end: Int) -> [Item]? {
    guard ["set", "list"].contains(command.name) else { return [] }
    let names = command.name == "set" ? 1 : 2
    let arguments = command.arguments.filter { $0.lowerBound < end }
    guard arguments.count > names, let value = arguments.last else { return [] }
    guard arguments.count == names + 1 else { return nil }
    return [Item(argument: value, range: value.lowerBound..<end)]
  }

  /// The items of arguments from the line at a place on; `nil` where two share a line.
  private func items(_ arguments: [Range<Int>], from start: Int) -> [Item]? {
    var (items, start): ([Item], Int) = ([], start)
    for argument in arguments {
      guard argument.lowerBound >= start else { return nil }
      let end = min(lineEnd(argument.upperBound), command.close)
      // The closing parenthesis may be on the last line.
      let isLast = argument == arguments.last
      guard isLast || end < command.close else { return nil }
      let isClosed = lineEnd(argument.upperBound) > command.close
      items.append(Item(argument: argument, range: start..<(isClosed ? argument.upperBound : end)))
      start = end
    }
    return items
  }

  /// The arguments, a flag joined with the argument that it takes; `nil` where a comment separates them.
  private func joined(_ arguments: ArraySlice<Range<Int>>) -> [Range<Int>]? {
    var joined: [Range<Int>] = []
    var flag: Range<Int>?
    for argument in arguments {
      if let start = flag {
        guard text[start.upperBound..<argument.lowerBound].allSatisfy(\.isWhite) else { return nil }
        joined.append(start.lowerBound..<argument.upperBound)
        flag = nil
      } else if CMakeNames.pairs.contains(String(decoding: text[argument], as: UTF8.self)) {
        flag = argument
      } else {
        joined.append(argument)
      }
    }
    return flag == nil ? joined : nil
  }

  /// Whether an argument tells how others are read, so that they are not a plain list.
  private func isOption(_ argument: Range<Int>) -> Bool {
    CMakeNames.options.contains(String(decoding: text[argument], as: UTF8.self))
  }

  /// Where the line of a place ends.
  private func lineEnd(_ place: Int) -> Int {
    text[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? text.count
  }

  private func entry(_ item: Item, isKeyed: Bool) -> Node {
    let bytes = text[item.argument]
    // Of two definitions of one name the last one counts.
    let name = command.name.hasSuffix("_definitions") ? bytes.prefix { $0 != 0x3D } : bytes
    var node = Node(
      .scalar, key: isKeyed ? Node.Key(name.indices, in: text) : nil, range: item.range,
      body: item.argument)
    node.isWhole = true
    return node
  }

  /// The arguments before the first section, and the sections with their arguments.
  private func sections(_ items: [Item]) -> [Node] {
    var nodes: [Node] = []
    var counts: [[UInt8]: Int] = [:]
    for item in items {
      guard isSection(item.argument) else {
        let entry = entry(item, isKeyed: true)
        if let last = nodes.indices.last, nodes[last].kind == .members {
          nodes[last].append(entry)
        } else {
          nodes.append(entry)
        }
        continue
      }
      let name = Array(text[item.argument])
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      let key = Node.Key(
        meaning: name + (count > 1 ? Array("#\(count)".utf8) : []), at: item.argument)
      nodes.append(
        Node(
          .members, key: key, range: item.range,
          body: item.argument.lowerBound..<item.range.upperBound))
    }
    return nodes
  }
}

extension Node {
  /// Adds a child at the end of a section.
  fileprivate mutating func append(_ child: Node) {
    inner = (children.isEmpty ? child.range : inner).lowerBound..<child.range.upperBound
    children.append(child)
    body = body.lowerBound..<child.range.upperBound
    separator = body.upperBound..<body.upperBound
    range = range.lowerBound..<body.upperBound
  }
}

extension ArraySlice<UInt8> {
  /// Whether the argument is a flag that applies to the arguments after it, such as `-Wl,--start-group`.
  fileprivate var isOrderedFlag: Bool {
    let word = drop { $0 == 0x22 }
    return word.first == 0x2D
      && !["-l", "-L", "-D", "-framework", "-pthread"].contains { word.starts(with: $0.utf8) }
  }

  /// Whether the argument is the name of a file, or a reference to some, and no option.
  fileprivate var isCMakeFile: Bool {
    let word = drop { $0 == 0x22 }
    guard let first = word.first, first != 0x2D else { return false }
    return first == 0x24 || contains(0x2E) || contains(0x2F)
  }
}
