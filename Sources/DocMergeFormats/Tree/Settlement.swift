/// How two different changes of one leaf are settled where the purpose of the leaf is known.
enum Settlement: UInt8, Sendable {
  /// Values in any order, each once: additions of either side are kept, removals of either side are applied.
  case unionOfReferences
  /// Flags separated by commas, merged in the same way.
  case unionOfFlags
  /// The later one of two dates.
  case laterDate
  /// The value of the side with the later revision.
  case asRevised
  /// The text of a cell of a notebook, merged as a text of its own.
  case cellText
  /// Code between fences, merged as a text of its own.
  case codeBlock
  /// The output of a cell, which follows its text: see `CellOutputs`.
  case asCellText
  /// The higher of two numbers.
  case higherNumber
  /// The later one of two dates of a calendar.
  case laterStamp
  /// The higher one of two revision counts of an event.
  case higherSequence
  /// The value of ours: no person wrote it.
  case ours
}
