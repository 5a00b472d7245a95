/// The labels of the markers around a conflict, in bytes that need not be text; `nil` leaves a marker bare.
package struct MarkerLabels: Sendable {
  /// The label after `<<<<<<<`.
  package var ours: [UInt8]?
  /// The label after `|||||||`.
  package var base: [UInt8]?
  /// The label after `=======`; only fossil has one there.
  package var separator: [UInt8]?
  /// The label after `>>>>>>>`.
  package var theirs: [UInt8]?

  /// Makes labels.
  package init(
    ours: [UInt8]?, base: [UInt8]?, separator: [UInt8]? = nil, theirs: [UInt8]?
  ) {
    self.ours = ours
    self.base = base
    self.separator = separator
    self.theirs = theirs
  }

  /// The bytes of labels that are text.
  package init(_ labels: ConflictLabels) {
    self.init(
      ours: labels.ours.map { Array($0.utf8) }, base: labels.base.map { Array($0.utf8) },
      theirs: labels.theirs.map { Array($0.utf8) })
  }
}
