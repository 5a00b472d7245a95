import DocMergeArchive

/// Adds to the formats of cells of a workbook those that the result needs.
struct ExcelStyleWriter {
  private(set) var root: XMLElement
  private let first: Properties
  private var indices: [Properties: Int] = [:]
  private var conditions: [XMLElement]

  init(_ styles: ExcelStyles) {
    root = styles.root ?? XMLElement("styleSheet")
    first = styles.first
    conditions = styles.conditions
    for (index, format) in styles.formats.enumerated() where indices[format] == nil {
      indices[format] = index
    }
  }

  /// The index of a format.
  mutating func index(of format: Properties) -> Int {
    if let known = indices[format] { return known }
    let all = format.over(first)
    var element = XMLElement("xf")
    element["numFmtId"] = numberFormat(all["numFmt"]?["formatCode"] ?? "General")
    element["fontId"] = String(append(Self.part("font", all, order: Self.fontOrder), to: "fonts"))
    element["fillId"] = String(append(all["fill"] ?? XMLElement("fill"), to: "fills"))
    element["borderId"] = String(
      append(Self.part("border", all, order: Self.borderOrder), to: "borders"))
    element["xfId"] = style(all["style"]?["name"])
    for part in ["NumberFormat", "Font", "Fill", "Border", "Alignment", "Protection"] {
      element["apply\(part)"] = "1"
    }
    if all["quotePrefix"] != nil { element["quotePrefix"] = "1" }
    for name in ["alignment", "protection"] {
      if let part = all[name] { element.children.append(.element(part)) }
    }
    let index = append(element, to: "cellXfs")
    indices[format] = index
    return index
  }

  /// The index of the format of a condition.
  mutating func index(ofCondition format: XMLElement) -> Int {
    if let known = conditions.firstIndex(of: format) { return known }
    conditions.append(format)
    return append(format, to: "dxfs")
  }

  /// Sets what a named style sets, or adds one.
  mutating func set(_ properties: Properties, ofStyle name: String) {
    var element = XMLElement("xf")
    element["numFmtId"] = numberFormat(properties["numFmt"]?["formatCode"] ?? "General")
    element["fontId"] = String(
      append(Self.part("font", properties, order: Self.fontOrder), to: "fonts"))
    element["fillId"] = String(append(properties["fill"] ?? XMLElement("fill"), to: "fills"))
    element["borderId"] = String(
      append(Self.part("border", properties, order: Self.borderOrder), to: "borders"))
    for name in ["alignment", "protection"] {
      if let part = properties[name] { element.children.append(.element(part)) }
    }
    if let index = style(name).flatMap({ Int($0) }) {
      change("cellStyleXfs") { $0[index] = .element(element) }
      return
    }
    let index = append(element, to: "cellStyleXfs", isShared: false)
    _ = append(
      XMLElement("cellStyle", [.init("name", name), .init("xfId", String(index))]),
      to: "cellStyles")
  }

  private func style(_ name: String?) -> String? {
    root.first("cellStyles")?.elements.first { $0["name"] == name }?["xfId"]
  }

  private mutating func numberFormat(_ code: String) -> String {
    let known = root.first("numFmts")?.elements ?? []
    if let element = known.first(where: { $0["formatCode"] == code }), let id = element["numFmtId"]
    {
      return id
    }
    if code.hasPrefix("builtin:") { return String(code.dropFirst(8)) }
    if let id = ExcelStyles.builtIn.filter({ $0.value == code }).keys.min() { return String(id) }
    let last =
      known.compactMap { $0["numFmtId"].flatMap { Int($0) } }.filter { $0 < 1 << 30 }.max() ?? 0
    let id = String(max(last, 163) + 1)
    _ = append(
      XMLElement("numFmt", [.init("numFmtId", id), .init("formatCode", code)]), to: "numFmts")
    return id
  }

  // MARK: - Lists

  /// The order in which Excel wants the parts of fonts.
  private static let fontOrder = [
    "b", "i", "strike", "condense", "extend", "outline", "shadow", "u", "vertAlign", "sz", "color",
    "name", "family", "charset", "scheme",
  ]
  private static let borderOrder = [
    "start", "left", "end", "right", "top", "bottom", "diagonal", "vertical", "horizontal",
  ]

  private static func part(_ name: String, _ format: Properties, order: [String]) -> XMLElement {
    var part = XMLElement(name)
    let own = format.list.filter { $0.name.hasPrefix("\(name):") }
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    let sorted = own.enumerated().sorted { one, two in
      (places[one.element.value.name] ?? order.count, one.offset)
        < (places[two.element.value.name] ?? order.count, two.offset)
    }
    part.children = sorted.map { .element($0.element.value) }
    for property in format.list where property.name.hasPrefix("\(name)@") {
      part[String(property.name.dropFirst(name.count + 1))] = property.value["val"]
    }
    return part
  }

  /// The order of the lists in their part.
  private static let listOrder = [
    "numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs",
    "tableStyles", "colors", "extLst",
  ]

  private mutating func change(_ name: String, _ body: (inout [XMLElement.Child]) -> Void) {
    let order = Self.listOrder
    let place =
      root.children.firstIndex { child in
        if case .element(let element) = child { return element.name == name }
        return false
      }
    guard let place, case .element(var list) = root.children[place] else {
      var list = XMLElement(name)
      body(&list.children)
      list["count"] = String(list.elements.count)
      let before = root.children.lastIndex { child in
        guard case .element(let element) = child, let index = order.firstIndex(of: element.name)
        else { return false }
        return index < order.firstIndex(of: name) ?? order.count
      }
      root.children.insert(.element(list), at: before.map { $0 + 1 } ?? 0)
      return
    }
    list.children = list.elements.map { .element($0) }
    body(&list.children)
    list["count"] = String(list.elements.count)
    root.children[place] = .element(list)
  }

  /// Adds an element to a list, and returns its index; an equal one is found again.
  private mutating func append(
    _ element: XMLElement, to name: String, isShared: Bool = true
  ) -> Int {
    if isShared, let known = root.first(name)?.elements.firstIndex(of: element) { return known }
    change(name) { $0.append(.element(element)) }
    return (root.first(name)?.elements.count ?? 1) - 1
  }
}
