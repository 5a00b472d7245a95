import DocMergeArchive

/// Characters and objects, gathered into runs of one formatting, and these into what holds several.
struct WordRuns {
  /// Characters, or an element.
  private struct Piece {
    var text = ""
    var element: XMLElement?
  }

  private struct Run {
    var wrappers: [Properties.Property]
    var format: Properties
    var content: [Piece]
    /// Whether the element stands between runs, and not in one.
    var isBare: Bool
    var isField: Bool
  }

  private var runs: [Run] = []

  /// Adds a character.
  mutating func add(_ scalar: Unicode.Scalar, _ format: Properties) {
    open(format)
    let last = runs.count - 1
    if scalar == "\t" {
      runs[last].content.append(Piece(element: XMLElement("w:tab")))
      return
    }
    if runs[last].content.last.map({ $0.element != nil }) ?? true {
      runs[last].content.append(Piece())
    }
    runs[last].content[runs[last].content.count - 1].text.unicodeScalars.append(scalar)
  }

  /// Adds an element, in a run or between runs.
  mutating func add(_ element: XMLElement, _ format: Properties, isBare: Bool = false) {
    open(format, isBare: isBare, isField: Self.fields.contains(element.name))
    runs[runs.count - 1].content.append(Piece(element: element))
  }

  /// The parts of fields, each of which has a run of its own: LibreOffice loses the font of text beside one.
  private static let fields: Set = ["w:fldChar", "w:instrText", "w:delInstrText"]

  /// Opens a run of a formatting, unless the last one is of it.
  private mutating func open(_ format: Properties, isBare: Bool = false, isField: Bool = false) {
    let wrappers = format.list.filter { $0.name.hasPrefix("wrap ") }
      .sorted { $0.name < $1.name }
    if let last = runs.last, !isField, !last.isField, last.isBare == isBare,
      last.wrappers == wrappers,
      isBare || last.format == format
    {
      return
    }
    runs.append(
      Run(
        wrappers: wrappers, format: format, content: [], isBare: isBare, isField: isField && !isBare
      ))
  }

  /// The elements of the paragraph.
  var elements: [XMLElement] { wrapped(runs[...], depth: 0) }

  private func wrapped(_ runs: ArraySlice<Run>, depth: Int) -> [XMLElement] {
    var elements: [XMLElement] = []
    var start = runs.startIndex
    while start < runs.endIndex {
      let run = runs[start]
      guard run.wrappers.count > depth else {
        elements += written(run)
        start += 1
        continue
      }
      let end = runs[start...].firstIndex {
        $0.wrappers.count <= depth || $0.wrappers[depth] != run.wrappers[depth]
      }
      var wrapper = run.wrappers[depth].value
      let inner = wrapped(runs[start..<(end ?? runs.endIndex)], depth: depth + 1)
        .map { XMLElement.Child.element($0) }
      if wrapper.name == "w:sdt" {
        wrapper.children.append(.element(XMLElement("w:sdtContent", children: inner)))
      } else {
        wrapper.children = inner
      }
      elements.append(wrapper)
      start = end ?? runs.endIndex
    }
    return elements
  }

  private func written(_ run: Run) -> [XMLElement] {
    if run.isBare { return run.content.compactMap(\.element) }
    let isDeleted = run.wrappers.contains { ["w:del", "w:moveFrom"].contains($0.value.name) }
    var element = XMLElement("w:r")
    let properties = run.format.elements(in: WordNames.runOrder)
      .filter { !$0.name.hasPrefix("wrap ") }.map(\.value)
    if !properties.isEmpty {
      element.children.append(
        .element(XMLElement("w:rPr", children: properties.map { .element($0) })))
    }
    element.children += run.content.map { piece in
      // White space at the ends is only kept where the text says so.
      .element(
        piece.element.map { isDeleted ? $0.asDeleted : $0 }
          ?? XMLElement(
            isDeleted ? "w:delText" : "w:t", [.init("xml:space", "preserve")],
            children: [.text(piece.text)]))
    }
    return [element]
  }
}

extension XMLElement {
  /// The element as it stands in a deleted run.
  fileprivate var asDeleted: XMLElement {
    guard name == "w:instrText" else { return self }
    return XMLElement("w:delInstrText", attributes, children: children)
  }
}
