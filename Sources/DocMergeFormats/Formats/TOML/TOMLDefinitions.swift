/// The meaning of each name of a text of TOML, to find names with two meanings.
///
///     [a]
///     b = 1
///     [a.b]     # refused: `a.b` is a number
///
/// A name with one meaning that occurs twice is not refused: an input may have a key twice, and the guards
/// count it.
struct TOMLDefinitions {
  /// The meaning of a name.
  private enum Sort {
    case value
    /// A table that has a header, or is part of the name in one.
    case table
    /// A table that only the dots of a key create; it can have no header.
    case dotted
    case elements
  }

  private struct Definition {
    let sort: Sort
    /// The scope of the names in it: for elements, in the last one.
    var scope: Int
  }

  private struct Place: Hashable {
    let scope: Int
    let name: UInt64
  }

  private var definitions: [Place: Definition] = [:]
  private var scopeCount = 1
  /// The current table.
  private var current = 0

  /// Opens the table of a header.
  ///
  /// - Returns: Whether the name can be that of a table, or of an element.
  mutating func open(_ name: TOMLName, isElement: Bool) -> Bool {
    var scope = 0
    for (index, part) in name.parts.enumerated() {
      let place = Place(scope: scope, name: part)
      let isLast = index == name.count - 1
      let sort: Sort = isLast && isElement ? .elements : .table
      var definition = definitions[place] ?? define(sort, at: place)
      let isPassed = !isLast && definition.sort == .elements
      guard definition.sort == sort || isPassed else { return false }
      if isLast, isElement {
        definition.scope = newScope()
        definitions[place] = definition
      }
      scope = definition.scope
    }
    current = scope
    return true
  }

  /// Adds a key to the current table.
  ///
  /// - Returns: Whether the name can be that of a value.
  mutating func add(_ name: TOMLName) -> Bool {
    var scope = current
    for (index, part) in name.parts.enumerated() {
      let place = Place(scope: scope, name: part)
      let sort: Sort = index == name.count - 1 ? .value : .dotted
      let definition = definitions[place] ?? define(sort, at: place)
      guard definition.sort == sort else { return false }
      scope = definition.scope
    }
    return true
  }

  private mutating func define(_ sort: Sort, at place: Place) -> Definition {
    let definition = Definition(sort: sort, scope: sort == .value ? -1 : newScope())
    definitions[place] = definition
    return definition
  }

  private mutating func newScope() -> Int {
    defer { scopeCount += 1 }
    return scopeCount
  }
}
