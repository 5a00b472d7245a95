import DocMergeArchive

/// Builds the elements of a text from its lines: lists, tables and sections around them.
struct OpenBlocks {
  private var open: [XMLElement] = [XMLElement("root")]
  /// How many children open elements had that keep a place for the ones that follow, by their depths.
  private var places: [Int: Int] = [:]
  /// How many of the open elements are lists and items of the paragraph before.
  private var listDepth = 0

  /// Adds an element that is in no list.
  mutating func add(_ element: XMLElement) {
    closeLists(to: 0)
    append(element)
  }

  /// Adds a paragraph of a list.
  ///
  /// - Parameters:
  ///   - element: the paragraph.
  ///   - levels: its lists from the outermost on, and its item.
  ///   - joint: how it continues the paragraph before.
  mutating func add(_ element: XMLElement, in levels: [XMLElement], _ joint: Paragraph.Joint) {
    let depth = levels.count - 1
    // Of the lists that are open, those of the same styles go on.
    var kept = 0
    while kept < min(joint.lists, listDepth, depth), isOpen(levels[kept], at: kept) { kept += 1 }
    let isSameItem = joint.isSameItem && kept == depth && listDepth >= depth && kept > 0
    closeLists(to: kept)
    if kept > 0, !isSameItem, kept == depth { closeItem() }
    for level in kept..<depth {
      if level > 0 { openItemIfNeeded(levels[depth]) }
      open.append(levels[level])
      listDepth += 1
      if level + 1 < depth {
        open.append(XMLElement("text:list-item"))
      } else {
        open.append(levels[depth])
      }
    }
    if kept == depth, !isSameItem { open.append(levels[depth]) }
    append(element)
  }

  private func isOpen(_ list: XMLElement, at level: Int) -> Bool {
    let index = open.count - 2 * listDepth + 2 * level
    return open.indices.contains(index) && open[index].name == "text:list"
      && open[index]["text:style-name"] == list["text:style-name"]
  }

  /// An inner list stands in the item that is open.
  private mutating func openItemIfNeeded(_ item: XMLElement) {
    if open.last?.name == "text:list" { open.append(XMLElement("text:list-item")) }
  }

  private mutating func closeItem() {
    if open.last?.name != "text:list" { closeLast() }
  }

  private mutating func closeLists(to depth: Int) {
    while listDepth > depth {
      closeItem()
      closeLast()
      listDepth -= 1
    }
  }

  private mutating func closeLast() {
    guard open.count > 1, var last = open.popLast() else { return }
    if let count = places.removeValue(forKey: open.count) {
      let inner = last.children.dropFirst(count).compactMap { child -> XMLElement? in
        if case .element(let element) = child { return element }
        return nil
      }
      last.children.removeLast(last.children.count - count)
      last = last.filled(with: inner)
    }
    append(last)
  }

  private mutating func append(_ element: XMLElement) {
    open[open.count - 1].children.append(.element(element))
  }

  /// Starts an element around what follows.
  mutating func open(_ element: XMLElement) {
    closeLists(to: 0)
    open.append(element)
    if element.holdsPlace { places[open.count - 1] = element.children.count }
    if element.first("index-body") == nil, Self.isIndex(element.name) {
      open.append(XMLElement("text:index-body"))
    }
  }

  /// Ends the innermost element; `false` where none is open.
  mutating func close() -> Bool {
    closeLists(to: 0)
    guard open.count > 1 else { return false }
    if open.last?.name == "text:index-body" { closeLast() }
    closeLast()
    return true
  }

  private static func isIndex(_ name: String) -> Bool {
    name.hasPrefix("text:")
      && (name.hasSuffix("-index") || name == "text:table-of-content"
        || name == "text:bibliography")
  }

  /// Adds a row to the open table; `false` where none is open.
  mutating func add(row: XMLElement, isHeader: Bool) -> Bool {
    if open.last?.name == "table:table-header-rows", !isHeader { closeLast() }
    if isHeader, open.last?.name == "table:table" {
      open.append(XMLElement("table:table-header-rows"))
    }
    guard ["table:table", "table:table-header-rows"].contains(open.last?.name) else { return false }
    append(row)
    return true
  }

  mutating func closeTable() {
    if open.last?.name == "table:table-header-rows" { closeLast() }
    if open.last?.name == "table:table" { closeLast() }
  }

  /// The elements; `nil` where one is open.
  mutating func finished() -> [XMLElement]? {
    closeLists(to: 0)
    return open.count == 1 ? open[0].elements : nil
  }
}
