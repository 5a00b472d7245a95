/// What a person presses, or does with the mouse.
enum Key: Hashable, Sendable {
  case character(Character)
  case up, down, left, right
  case pageUp, pageDown, home, end
  case enter, escape, tab, backTab, backspace, delete
  /// A text that was pasted.
  case pasted(String)
  /// Control and a small letter.
  case control(Character)
  case click(row: Int, column: Int)
  /// The wheel; some rows downwards, or upwards where it is less than 0.
  case wheel(row: Int, column: Int, rows: Int)
  case resize(width: Int, height: Int)
  /// The end of the input, or a signal to end.
  case closed
}
