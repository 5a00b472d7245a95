/// The items that presenters of all processes have open.
package enum OpenItems {
  /// Whether there may be any presenters; checks without taking part.
  ///
  /// Linear in the number of processes that take part.
  package static var mayExist: Bool {
    FolderNames.read(RuntimeFolder.place()).contains {
      $0.suffix(11).elementsEqual(".presenters".utf8)
    }
  }

  /// Whether the presenters of each item must be asked before it is changed.
  ///
  /// The presenters of items that a surrounding accessor holds have been asked already. Linear in the items,
  /// times the presenters.
  package static func concern(_ items: [AccessItem]) throws(AccessError) -> [Bool] {
    guard mayExist else { return items.map { _ in false } }
    let rows = try ClaimTable.current().presenters().flatMap(\.rows)
    guard !rows.isEmpty else { return items.map { _ in false } }
    return items.map { item in
      rows.contains { !PresenterRules.steps(for: $0.path, item).isEmpty }
        && !AccessWindow.covers(item.path, forWriting: true)
    }
  }
}
