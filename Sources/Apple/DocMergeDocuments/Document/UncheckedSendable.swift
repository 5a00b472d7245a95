/// A value that is passed to another thread, and that no other code touches meanwhile.
///
/// Unchecked, with this proof: contents are passed on once, by `contents(forType:)` or by reading, and the giver does
/// not keep them, as the documentation of these methods asks; of a file wrapper, which apps keep, a copy is passed on.
/// Predicates, sort descriptors and notifications never change; delegates, observers and replacements are only passed
/// on.
package struct UncheckedSendable<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
