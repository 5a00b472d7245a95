/// The columns of a table in their order.
struct ColumnLayout: Equatable {
  let names: [[UInt8]]
  /// The properties of each column, without its name; empty where none are given.
  var kinds: [[[UInt8]]] = []

  /// Whether cells in the order of one layout are in the right place in the other: only names of columns may differ.
  func fits(_ other: ColumnLayout) -> Bool {
    guard names.count == other.names.count else { return false }
    return names.indices.allSatisfy { index in
      names[index] == other.names[index]
        || kind(index) == other.kind(index) && !other.names.contains(names[index])
          && !names.contains(other.names[index])
    }
  }

  private func kind(_ index: Int) -> [[UInt8]] { kinds.indices.contains(index) ? kinds[index] : [] }
}
