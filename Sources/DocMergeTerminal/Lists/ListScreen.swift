/// Shows a list with the details of each item on the whole screen of a terminal, until the person leaves.
///
/// It is for reading (the differences of documents), and for deciding about one item at a time (decisions of rules).
package struct ListScreen {
  private let title: String
  private let items: [ListItem]
  private let action: ListAction?
  private let stop: Int32?

  /// Makes a screen; nothing is shown yet.
  ///
  /// - Parameters:
  ///   - title: The title of the list.
  ///   - items: The items, at least one.
  ///   - action: The action on an item.
  ///   - stop: A file that becomes readable when the program should end, as after a signal.
  package init(title: String, items: [ListItem], action: ListAction? = nil, stop: Int32? = nil) {
    (self.title, self.items, self.action, self.stop) = (title, items, action, stop)
  }

  /// Shows the screen until the person leaves, or the program should end.
  ///
  /// - Throws: ``TerminalError`` where the terminal cannot be used.
  package func run() throws {
    let curses = try Curses()
    var state = ListState(
      title: title, items: items, action: action.map { .init(key: $0.key, name: $0.name) },
      width: curses.width, height: curses.height)
    while true {
      curses.show(ListDrawing.canvas(of: state))
      switch state.press(curses.next(until: stop)) {
      case .none: break
      case .ask(let number): state.question = action?.question(number) ?? ""
      case .act(let number):
        if let done = action?.perform(number) { state.take(done.items, done.message) }
      case .suspend: curses.suspend()
      case .redraw: curses.redrawAll()
      case .end: return
      }
    }
  }
}
