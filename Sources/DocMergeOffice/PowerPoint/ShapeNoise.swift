import DocMergeArchive

/// Takes back what programs change of shapes by saving them: ids, and positions by less than anyone sees.
///
/// LibreOffice keeps hundredths of a millimetre, of 360 units each, and rounds sizes down whenever it saves.
struct ShapeNoise {
  /// The ids of shapes and fields, by the names of their elements, in order.
  private let ids: [String: [String]]
  /// The positions and sizes, in order.
  private let numbers: [[Int?]]

  /// How far a coordinate may be from another one, in units of 1/360 000 of a centimetre, to count as the same.
  private static let tolerance = 720
  private static let places: Set = ["a:off", "a:ext", "a:chOff", "a:chExt"]
  private static let coordinates = ["x", "y", "cx", "cy"]

  init(like element: XMLElement) {
    var ids: [String: [String]] = [:]
    var numbers: [[Int?]] = []
    element.forEach { element in
      if ["p:cNvPr", "a:fld"].contains(element.name), let id = element["id"] {
        ids[element.name, default: []].append(id)
      }
      if Self.places.contains(element.name) { numbers.append(Self.numbers(of: element)) }
    }
    (self.ids, self.numbers) = (ids, numbers)
  }

  private static func numbers(of element: XMLElement) -> [Int?] {
    coordinates.map { element[$0].flatMap { Int($0) } }
  }

  /// The element with the ids and positions of the other one, where it has as many of them.
  func settled(_ element: XMLElement) -> XMLElement {
    let own = ShapeNoise(like: element)
    var next: [String: Int] = [:]
    return change(element) { element in
      let id = ["p:cNvPr", "a:fld"].contains(element.name) ? element["id"] : nil
      if id != nil, ids[element.name]?.count == own.ids[element.name]?.count {
        element["id"] = ids[element.name]?[next[element.name, default: 0]]
        next[element.name, default: 0] += 1
      }
      guard Self.places.contains(element.name), numbers.count == own.numbers.count else { return }
      let old = numbers[next["", default: 0]]
      next["", default: 0] += 1
      let isNear = zip(Self.numbers(of: element), old).allSatisfy { number, old in
        guard let number, let old else { return number == old }
        let (distance, isFar) = number.subtractingReportingOverflow(old)
        return !isFar && distance.magnitude <= Self.tolerance
      }
      guard isNear else { return }
      for (name, value) in zip(Self.coordinates, old) {
        if let value { element[name] = String(value) }
      }
    }
  }

  /// Changes an element and then those in it, in the order in which they are read.
  private func change(
    _ element: XMLElement, _ body: (inout XMLElement) -> Void
  ) -> XMLElement {
    var element = element
    body(&element)
    element.children = element.children.map { child in
      guard case .element(let inner) = child else { return child }
      return .element(change(inner, body))
    }
    return element
  }

  /// A version whose shapes are where those of the base are, unless they were moved.
  static func settled(_ text: OfficeText, like base: OfficeText) -> OfficeText {
    let known = Dictionary(
      base.lines.compactMap(\.container).map { ($0.name, $0.element) }
    ) { first, _ in first }
    var text = text
    for index in text.lines.indices {
      guard let container = text.lines[index].container, let old = known[container.name],
        old != container.element
      else { continue }
      var settled = container
      settled.element = ShapeNoise(like: old).settled(container.element)
      if case .open = text.lines[index] {
        text.lines[index] = .open(settled)
      } else {
        text.lines[index] = .opaque(settled)
      }
    }
    return text
  }
}

extension XMLElement {
  /// What a shape is known by among those of a slide: its place there, or its name; else the name of the element.
  var shapeKey: String {
    guard let properties = elements.first, let own = properties.first("p:cNvPr") else {
      return name
    }
    guard let place = properties.first("p:nvPr")?.first("p:ph") else {
      return "\(name) \(own["name"] ?? "")"
    }
    return "\(name) \(place["type"] ?? "body") \(place["idx"] ?? "")"
  }

  /// The element with its shapes in the order, and under the names, of those of another one.
  ///
  /// LibreOffice orders the shapes of a master, and numbers their names, whenever it saves.
  func shapesOrdered(like other: XMLElement) -> XMLElement {
    mapping { element in
      guard element.name == "p:spTree", let tree = other.firstTree else { return element }
      let known = Dictionary(
        tree.elements.enumerated().map { ($1.shapeKey, (place: $0, element: $1)) }
      ) { first, _ in first }
      let ordered = element.elements.enumerated().sorted { one, two in
        let places = [one, two].map { known[$0.element.shapeKey]?.place ?? Int.max }
        return (places[0], one.offset) < (places[1], two.offset)
      }
      var copy = element
      copy.children = ordered.map { _, shape in
        .element(known[shape.shapeKey].map { shape.named(like: $0.element) } ?? shape)
      }
      return copy
    } ?? self
  }

  private var firstTree: XMLElement? {
    var tree: XMLElement?
    forEach { if tree == nil, $0.name == "p:spTree" { tree = $0 } }
    return tree
  }

  private func named(like other: XMLElement) -> XMLElement {
    let name = other.elements.first?.first("p:cNvPr")?["name"]
    var isNamed = false
    return mapping { element in
      guard element.name == "p:cNvPr", !isNamed, let name else { return element }
      isNamed = true
      var element = element
      element["name"] = name
      return element
    } ?? self
  }
}
