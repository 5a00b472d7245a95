extension [UInt8] {
  /// Whether the bytes of a name end with those of `ending`.
  package func ends(with ending: String) -> Bool {
    suffix(ending.utf8.count).elementsEqual(ending.utf8)
  }
}
