/// The entities that a document may refer to.
struct XMLEntities {
  /// Whether others than those found may be declared elsewhere.
  var isOpen = false
  private var names: Set<[UInt8]> = []

  private static let predefined = Set(["amp", "lt", "gt", "apos", "quot"].map { Array($0.utf8) })

  /// Declares an entity.
  mutating func insert(_ name: ArraySlice<UInt8>) { names.insert(Array(name)) }

  /// Whether a reference may have this name.
  func contains(_ name: ArraySlice<UInt8>) -> Bool {
    isOpen || Self.predefined.contains(Array(name)) || names.contains(Array(name))
  }
}
