import DocMergeArchive

/// Merges the settings of a shape, or a slide, property by property.
struct ShapeMerge {
  let base: XMLElement
  let ours: XMLElement
  let theirs: XMLElement

  /// The merged element; `nil` where both sides changed one property, or each a part of the position.
  var merged: XMLElement? {
    let places = [base, ours, theirs].map(Self.places)
    // A position is one value, of which no side meant a half.
    for (index, place) in places[1].enumerated() {
      guard index < places[0].count, index < places[2].count else { continue }
      if place != places[0][index], places[2][index] != places[0][index],
        place != places[2][index]
      {
        return nil
      }
    }
    return XMLElement.merged(base, ours, theirs) ?? nil
  }

  /// The positions of an element and of those in it, in order.
  private static func places(_ element: XMLElement) -> [[String]] {
    var places: [[String]] = []
    element.forEach { element in
      if element.name == "a:off" { places.append([element["x"] ?? "", element["y"] ?? ""]) }
      if let x = element["svg:x"] { places.append([x, element["svg:y"] ?? ""]) }
    }
    return places
  }
}
