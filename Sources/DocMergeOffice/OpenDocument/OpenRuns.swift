import DocMergeArchive

/// Characters and objects of a paragraph of OpenDocument, gathered into spans and links.
struct OpenRuns {
  private struct Run {
    var wrappers: [XMLElement]
    var format: Properties
    var children: [XMLElement.Child] = []
    /// The characters that no child holds yet.
    var text = ""
    /// The spaces that no child holds yet.
    var spaces = 0
  }

  private var runs: [Run] = []
  /// Whether a space would be left out by readers.
  private var isBehindSpace = true

  /// Adds a character.
  mutating func add(_ scalar: Unicode.Scalar, _ format: Properties) {
    let last = open(format)
    if scalar == " ", isBehindSpace {
      closeText(last)
      runs[last].spaces += 1
      return
    }
    closeSpaces(last)
    if scalar == "\t" {
      closeText(last)
      runs[last].children.append(.element(XMLElement("text:tab")))
    } else {
      runs[last].text.unicodeScalars.append(scalar)
    }
    isBehindSpace = scalar == " "
  }

  /// Adds an element.
  mutating func add(_ element: XMLElement, _ format: Properties) {
    let last = open(format)
    closeText(last)
    closeSpaces(last)
    runs[last].children.append(.element(element))
    isBehindSpace = true
  }

  private mutating func closeText(_ index: Int) {
    guard !runs[index].text.isEmpty else { return }
    runs[index].children.append(.text(runs[index].text))
    runs[index].text = ""
  }

  private mutating func closeSpaces(_ index: Int) {
    guard runs[index].spaces > 0 else { return }
    var element = XMLElement("text:s")
    if runs[index].spaces > 1 { element["text:c"] = String(runs[index].spaces) }
    runs[index].children.append(.element(element))
    runs[index].spaces = 0
  }

  private mutating func open(_ format: Properties) -> Int {
    if let last = runs.last, last.format == format { return runs.count - 1 }
    if !runs.isEmpty {
      closeText(runs.count - 1)
      closeSpaces(runs.count - 1)
    }
    let wrappers = format.list.filter { $0.name.hasPrefix("wrap ") }.sorted { $0.name < $1.name }
    runs.append(Run(wrappers: wrappers.map(\.value), format: format))
    return runs.count - 1
  }

  /// The children of the paragraph.
  ///
  /// - Parameters:
  ///   - style: the id of the style of a formatting; `nil` where nothing is set.
  ///   - wrapper: an element around runs, as it is written.
  /// - Returns: characters, spans and links, in order.
  mutating func children(
    style: (Properties) -> String?, wrapper: (XMLElement) -> XMLElement
  ) -> [XMLElement.Child] {
    for index in runs.indices {
      closeText(index)
      closeSpaces(index)
    }
    return wrapped(runs[...], 0, style, wrapper)
  }

  private func wrapped(
    _ runs: ArraySlice<Run>, _ depth: Int, _ style: (Properties) -> String?,
    _ wrapper: (XMLElement) -> XMLElement
  ) -> [XMLElement.Child] {
    var children: [XMLElement.Child] = []
    var start = runs.startIndex
    while start < runs.endIndex {
      let run = runs[start]
      guard run.wrappers.count > depth else {
        if let id = style(run.format) {
          children.append(
            .element(
              XMLElement("text:span", [.init("text:style-name", id)], children: run.children)))
        } else {
          children += run.children
        }
        start += 1
        continue
      }
      let end =
        runs[start...].firstIndex {
          $0.wrappers.count <= depth || $0.wrappers[depth] != run.wrappers[depth]
        } ?? runs.endIndex
      var element = wrapper(run.wrappers[depth])
      element.children = wrapped(runs[start..<end], depth + 1, style, wrapper)
      children.append(.element(element))
      start = end
    }
    return children
  }
}
