import DocMergeArchive

/// The values that charts keep of the cells that they show.
///
/// Programs read them anew from the cells, so that what one of them kept is no change.
struct ChartCaches {
  private static let names: Set = ["numCache", "strCache", "multiLvlStrCache"]

  /// The cached values by the formulas that they are the values of.
  private var caches: [String: XMLElement] = [:]

  /// Finds the values in a part.
  init(_ root: XMLElement?) {
    root?.forEach { element in
      guard let formula = element.formula,
        let cache = element.elements.first(where: { Self.names.contains($0.localName) })
      else { return }
      caches[formula] = caches[formula] ?? cache
    }
  }

  /// A part with these values in the place of its own.
  func replacing(in root: XMLElement) -> XMLElement {
    guard !caches.isEmpty else { return root }
    return root.mapping { element in
      guard let formula = element.formula, let cache = caches[formula] else { return element }
      var element = element
      element.children = element.children.map { child in
        guard case .element(let inner) = child, Self.names.contains(inner.localName) else {
          return child
        }
        return .element(cache)
      }
      return element
    } ?? root
  }

  /// The versions of a part with the same values for the same cells: those of ours, else of the base.
  ///
  /// Axes get the random numbers that they have in the base.
  static func settled(_ roots: [Side: XMLElement]) -> [Side: XMLElement] {
    let (mine, old) = (ChartCaches(roots[.ours]), ChartCaches(roots[.base]))
    return roots.mapValues { root in
      mine.replacing(in: old.replacing(in: root)).withAxes(of: roots[.base] ?? root)
    }
  }
}

extension XMLElement {
  /// What names the cells that the element has values of.
  fileprivate var formula: String? { elements.first { $0.localName == "f" }?.text }

  /// A chart with the numbers of axes of another one that has as many.
  fileprivate func withAxes(of other: XMLElement) -> XMLElement {
    let (own, others) = (axes, other.axes)
    guard own != others, own.count == others.count else { return self }
    let names = Dictionary(uniqueKeysWithValues: zip(own, others))
    return mapping { element in
      guard ["axId", "crossAx"].contains(element.localName),
        let name = element["val"].flatMap({ names[$0] })
      else { return element }
      var element = element
      element["val"] = name
      return element
    } ?? self
  }

  /// The numbers of the axes of a chart, in order.
  private var axes: [String] {
    var axes: [String] = []
    forEach { element in
      guard element.localName == "axId", let name = element["val"], !axes.contains(name) else {
        return
      }
      axes.append(name)
    }
    return axes
  }
}
