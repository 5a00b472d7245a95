extension WordMerge {
  /// Whether a call with arguments in a side would have none.
  ///
  ///     base  x = a()    ours  x = new B(a())    theirs  x = a().b()    merged  x = new B().b(a())
  ///
  /// The brackets that one side put in would end where those of the other side do.
  var emptiesCalls: Bool {
    let made = Self.emptyCalls(in: bytes[...])
    guard !made.isEmpty else { return false }
    let known = [base, ours, theirs].reduce(into: Set()) {
      $0.formUnion(Self.emptyCalls(in: $1.bytes[...]))
    }
    return !made.isSubset(of: known)
  }

  /// The names before brackets with nothing in them: `name()`.
  private static func emptyCalls(in text: ArraySlice<UInt8>) -> Set<ArraySlice<UInt8>> {
    zip(text.indices, text.indices.dropFirst()).reduce(into: []) { names, pair in
      guard text[pair.0] == UInt8(ascii: "("), text[pair.1] == UInt8(ascii: ")") else { return }
      let before = text[..<pair.0]
      let name = before.suffix(
        from: (before.lastIndex { !$0.isWordByte } ?? text.startIndex - 1) + 1)
      if !name.isEmpty { names.insert(name) }
    }
  }
}
