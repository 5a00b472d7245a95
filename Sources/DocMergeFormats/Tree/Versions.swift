/// One of the three texts of a merge.
enum Version: Int, CaseIterable {
  case base, ours, theirs

  /// The other side; that of the base is the base itself.
  var opposite: Version {
    switch self {
    case .base: .base
    case .ours: .theirs
    case .theirs: .ours
    }
  }
}

/// A value for each of the three texts.
struct Triple<Value> {
  var base: Value
  var ours: Value
  var theirs: Value

  init(base: Value, ours: Value, theirs: Value) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
  }

  subscript(version: Version) -> Value {
    get {
      switch version {
      case .base: base
      case .ours: ours
      case .theirs: theirs
      }
    }
    set {
      switch version {
      case .base: base = newValue
      case .ours: ours = newValue
      case .theirs: theirs = newValue
      }
    }
  }

  func map<Other>(_ change: (Value) -> Other) -> Triple<Other> {
    Triple<Other>(base: change(base), ours: change(ours), theirs: change(theirs))
  }
}

extension Triple where Value: Equatable {
  /// The value that both sides agree on or that only one of them changed; `nil` when they disagree.
  var settled: Value? {
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }
}

extension Triple: Sendable where Value: Sendable {}

extension Triple<[UInt8]> {
  /// No text at all.
  static var empty: Triple { Triple(base: [], ours: [], theirs: []) }

  /// The same text for all three versions.
  init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    self.init(base: bytes, ours: bytes, theirs: bytes)
  }

  /// The three-way rule for a piece of text: settled where possible, otherwise each version keeps its own.
  init(merging base: ArraySlice<UInt8>, _ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) {
    if let settled = Triple<ArraySlice<UInt8>>(base: base, ours: ours, theirs: theirs).settled {
      self.init(settled)
    } else {
      self.init(base: Array(base), ours: Array(ours), theirs: Array(theirs))
    }
  }

  /// Whether all versions are the same text, so that nothing is left to decide.
  var isSettled: Bool { base == ours && ours == theirs }

  static func += (text: inout Triple, more: Triple) {
    text.base += more.base
    text.ours += more.ours
    text.theirs += more.theirs
  }
}
