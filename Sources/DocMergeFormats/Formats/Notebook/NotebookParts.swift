/// Marks the parts of a notebook in its tree with their purpose.
struct NotebookParts {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// Marks the parts of a notebook; returns whether it has a list of cells.
  func mark(_ root: inout Node) -> Bool {
    var hasCells = false
    for index in root.children.indices {
      switch root.children[index].key {
      case Self.cells: hasCells = markCells(&root.children[index]) || hasCells
      case Self.worksheets:
        // Notebooks of version 3 have their cells in the first of their sheets.
        for sheet in root.children[index].children.indices {
          for member in root.children[index].children[sheet].children.indices
          where root.children[index].children[sheet].children[member].key == Self.cells {
            let isList = markCells(&root.children[index].children[sheet].children[member])
            hasCells = hasCells || isList
          }
        }
      case Self.metadata: markMetadata(&root.children[index])
      case Self.minor: root.children[index].settlement = .higherNumber
      default: break
      }
    }
    return hasCells
  }

  private func markCells(_ list: inout Node) -> Bool {
    guard list.kind == .items else { return false }
    var keys: [Node.Key] = []
    for index in list.children.indices {
      guard list.children[index].kind == .members else { return false }
      markCell(&list.children[index])
      if let id = list.children[index].member(Self.id), !id.isContainer,
        let value = id.memberValue(in: text)
      {
        keys.append(Node.Key(value, in: text))
      }
    }
    // If some cells have none, ids identify nothing.
    guard keys.count == list.children.count else { return true }
    for index in list.children.indices { list.children[index].key = keys[index] }
    return true
  }

  private func markCell(_ cell: inout Node) {
    for index in cell.children.indices {
      switch cell.children[index].key {
      case Self.source?, Self.input?: cell.children[index].settlement = .cellText
      case Self.outputs?, Self.count?, Self.prompt?: cell.children[index].settlement = .asCellText
      case Self.collapsed?: cell.children[index].settlement = .ours
      case Self.metadata?:
        for member in cell.children[index].children.indices
        where cell.children[index].children[member].key.map(Self.display.contains) ?? false {
          cell.children[index].children[member].settlement = .ours
        }
      default: break
      }
    }
  }

  private func markMetadata(_ metadata: inout Node) {
    for index in metadata.children.indices {
      let key = metadata.children[index].key
      if key == Self.kernel { metadata.children[index].settlement = .ours }
      guard key == Self.language else { continue }
      for member in metadata.children[index].children.indices {
        let isVersion = metadata.children[index].children[member].key == Self.version
        metadata.children[index].children[member].settlement = isVersion ? .higherNumber : .ours
      }
    }
  }

  /// The lists of cells of a notebook: one, or one for each sheet.
  static func lists(in root: Node) -> [Node] {
    if let cells = root.member(cells) { return [cells] }
    return root.member(worksheets)?.children.compactMap { $0.member(cells) } ?? []
  }

  // MARK: Names

  private static func key(_ name: String) -> Node.Key { Node.Key(meaning: name.utf8, at: 0..<0) }

  static let cells = key("cells")
  static let worksheets = key("worksheets")
  static let metadata = key("metadata")
  static let language = key("language_info")
  static let ending = key("file_extension")
  static let type = key("cell_type")
  static let minor = key("nbformat_minor")
  static let major = key("nbformat")
  static let id = key("id")
  private static let kernel = key("kernelspec")
  private static let version = key("version")
  static let source = key("source")
  private static let input = key("input")
  static let outputs = key("outputs")
  static let count = key("execution_count")
  private static let prompt = key("prompt_number")
  private static let collapsed = key("collapsed")
  /// Records of programs of how and when a cell was shown and run.
  private static let display = Set(
    ["collapsed", "scrolled", "autoscroll", "ExecuteTime", "execution"].map(key))
}

extension Node {
  /// The member of an object under a key.
  func member(_ key: Key) -> Node? { children.first { $0.key == key } }

  /// The text of a cell; `nil` where the node is not a cell.
  var cellText: Node? {
    kind == .members ? children.first { $0.settlement == .cellText } : nil
  }

  /// A hash of the text that people wrote in the node: for a cell everything except its output.
  var written: UInt64 {
    guard cellText != nil else { return content }
    var hash = ContentHash()
    for child in children where child.settlement != .asCellText { hash.add(hash: child.content) }
    return hash.value
  }

  /// The range by which its similarity to another node is measured: for a cell its text.
  var gist: Range<Int> { cellText?.body ?? body }
}
