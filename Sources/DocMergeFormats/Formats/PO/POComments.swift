/// Merges comments of a catalogue whose values have no order.
///
///     #: src/a.c:12 src/b.c:7     references, separated by blanks
///     #, fuzzy, c-format          flags, separated by commas
enum POComments {
  /// The kind of the values.
  enum Kind {
    case references, flags

    /// The second byte of the lines.
    var mark: UInt8 { self == .references ? 0x3A : 0x2C }
  }

  /// The values of all lines, in their order.
  static func values(_ lines: ArraySlice<UInt8>, _ kind: Kind) -> [ArraySlice<UInt8>] {
    lines.split(separator: 0x0A).flatMap { line -> [ArraySlice<UInt8>] in
      let rest = line.drop(while: \.isWhite).dropFirst(2)
      switch kind {
      case .references: return rest.split(whereSeparator: \.isWhite)
      case .flags:
        return rest.split { $0.isWhite || $0 == 0x2C }
      }
    }
  }

  /// The lines of ours without the values that theirs removed, and a line with the values that only theirs added.
  ///
  /// Flags stay on one line. There are no lines if no value is left.
  static func merged(_ lines: Triple<ArraySlice<UInt8>>, _ kind: Kind) -> ArraySlice<UInt8> {
    let values = lines.map { Self.values($0, kind) }
    let (base, ours, theirs) = (Set(values.base), Set(values.ours), Set(values.theirs))
    let removed = base.subtracting(theirs)
    let added = values.theirs.filter { !base.contains($0) && !ours.contains($0) }
    if kind == .flags {
      let kept = values.ours.filter { !removed.contains($0) }
      return line(kept + added, kind)
    }
    var merged: ArraySlice<UInt8> = []
    for part in lines.ours.split(separator: 0x0A) {
      let own = Self.values(part, kind)
      let kept = own.filter { !removed.contains($0) }
      merged += kept.count == own.count ? part + [0x0A] : line(kept, kind)
    }
    return merged + line(added, kind)
  }

  private static func line(_ values: [ArraySlice<UInt8>], _ kind: Kind) -> ArraySlice<UInt8> {
    guard !values.isEmpty else { return [] }
    let between: [UInt8] = kind == .flags ? [0x2C, 0x20] : [0x20]
    return [0x23, kind.mark, 0x20] + values.joined(separator: between) + [0x0A]
  }
}
