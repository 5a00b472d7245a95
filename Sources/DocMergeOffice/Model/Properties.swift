import DocMergeArchive

/// The settings of a paragraph, a stretch of text or a part of a table: each property with its value.
///
/// The order is that in which the properties are written, and does not count when two are compared.
struct Properties: Sendable, Hashable {
  /// A property, and its value as an element without references to other parts.
  struct Property: Sendable, Hashable {
    var name: String
    var value: XMLElement
  }

  private(set) var list: [Property] = []

  /// Makes no properties.
  init() {}

  /// Names elements as the properties that they are.
  init(_ elements: [XMLElement]) {
    for element in elements {
      // Of references to headers there is one for each kind of page.
      var name = element["w:type"].map { "\(element.name) \($0)" } ?? element.name
      while self[name] != nil { name += "′" }
      self[name] = element
    }
  }

  /// The value of a property; `nil` where it is not set.
  subscript(name: String) -> XMLElement? {
    get { list.first { $0.name == name }?.value }
    set {
      let index = list.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let value?): list[index].value = value
      case (let index?, nil): list.remove(at: index)
      case (nil, let value?): list.append(Property(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  var isEmpty: Bool { list.isEmpty }

  static func == (one: Properties, other: Properties) -> Bool {
    one.list == other.list
      || one.list.count == other.list.count && one.list.allSatisfy { other[$0.name] == $0.value }
  }

  func hash(into hasher: inout Hasher) {
    // The order says nothing.
    hasher.combine(
      list.reduce(into: 0) { sum, property in
        var inner = Hasher()
        inner.combine(property)
        sum ^= inner.finalize()
      })
  }

  /// The names of the properties that are not alike, those of this value first.
  func names(differingFrom other: Properties) -> [String] {
    list.filter { other[$0.name] != $0.value }.map(\.name)
      + other.list.filter { self[$0.name] == nil }.map(\.name)
  }

  /// The properties with what another value changed since a base.
  func applying(_ change: PropertyChange) -> Properties {
    var properties = self
    for (name, value) in change.values.sorted(by: { $0.key < $1.key }) { properties[name] = value }
    return properties
  }
}

/// What a side changed of some properties.
struct PropertyChange: Sendable, Hashable {
  /// What each property that changed is now; `nil` where it is gone.
  var values: [String: XMLElement?] = [:]

  var isEmpty: Bool { values.isEmpty }

  init(from base: Properties, to side: Properties) {
    for name in side.names(differingFrom: base) { values[name] = .some(side[name]) }
  }
}

extension Properties {
  /// Merges property by property.
  ///
  /// - Parameters:
  ///   - base: what both sides were made from; `nil` where there is none.
  ///   - ours: what ours has.
  ///   - theirs: what theirs has.
  ///   - preferred: the side that is taken where both changed one property.
  /// - Returns: the properties, and the names of those that both changed differently.
  static func merged(
    base: Properties?, ours: Properties, theirs: Properties, preferring preferred: Side? = nil
  ) -> (properties: Properties, conflicts: [String]) {
    if ours == theirs || theirs == base { return (ours, []) }
    if ours == base { return (theirs, []) }
    var merged = ours
    var conflicts: [String] = []
    for name in theirs.names(differingFrom: ours) {
      let (old, mine, other) = (base?[name], ours[name], theirs[name])
      if base != nil, mine == old {
        merged[name] = other
      } else if base == nil || other != old {
        if preferred == .theirs { merged[name] = other }
        if preferred == nil { conflicts.append(name) }
      }
    }
    return (merged, conflicts)
  }
}

/// A version of a document.
enum Side: Sendable, Hashable {
  case base
  case ours
  case theirs
}
