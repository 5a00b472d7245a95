/// A value on its way to another thread, which nobody touches meanwhile.
///
/// Unchecked, with this proof: contents are handed over once, by `contents(forType:)` or by reading, and
/// the giver lets go of them, as the documentation of these methods asks; of a file wrapper, which apps
/// keep, a copy is handed over. Predicates, sort descriptors and notifications never change; delegates,
/// observers and replacements are only handed on.
package struct Handed<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}
