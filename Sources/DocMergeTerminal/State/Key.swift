/// A key press or mouse action of a person.
enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right
  case pageUp, pageDown, home, end
  case enter, escape, tab, backTab, backspace, delete
  /// A text that was pasted.
  case pasted(String)
  /// Control and a lower-case letter.
  case control(Character)
  case click(row: Int, column: Int)
  /// The wheel; some rows downwards, or upwards if negative.
  case wheel(row: Int, column: Int, rows: Int)
  case resize(width: Int, height: Int)
  /// The end of the input, or a signal to end.
  case closed
}
