/// The three-way rule for a property of a text as a whole, such as its encoding.
///
///     ThreeWay(base: true, ours: nil, theirs: false).settled  // false
///
/// A text may have no value, as an empty one has none for its final newline.
struct ThreeWay<Value: Equatable> {
  var base: Value?
  var ours: Value?
  var theirs: Value?

  /// The value that the sides agree on, if they do or only one of them changed it.
  var settled: Value? {
    guard let ours else { return theirs ?? base }
    guard let theirs else { return ours }
    if ours == theirs || theirs == base { return ours }
    return ours == base ? theirs : nil
  }

  /// Whether both sides changed the value, each in its own way.
  var isConflict: Bool { ours != nil && theirs != nil && settled == nil }
}
