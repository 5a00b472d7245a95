/// News for the presenters of all processes.
package enum Announcement {
  typealias Row = (id: String, path: ItemPath)

  /// The results of `news` for all presenters.
  static func list(
    except presenter: String?, in table: ClaimTable, _ news: (Row) -> PresenterNews?
  ) -> [(Participant, [PresenterNews])] {
    table.presenters().compactMap { participant, rows in
      let list = rows.filter { $0.id != presenter }.compactMap(news)
      return list.isEmpty ? nil : (participant, list)
    }
  }

  /// Sends news without waiting; a stopped process finds them later.
  static func send(_ news: [(Participant, [PresenterNews])], origin: NewsOrigin) {
    for (participant, news) in news {
      Link(to: participant)?.send(.tell(news, origin))
    }
  }

  static func send(
    origin: NewsOrigin, except presenter: String?, in table: ClaimTable,
    _ news: (Row) -> PresenterNews?
  ) {
    send(list(except: presenter, in: table, news), origin: origin)
  }

  /// Announces a change of an item: `item` to its presenters, `subitem` to those of folders around it.
  package static func send(
    about path: ItemPath, item: PresenterNews.Kind, subitem: PresenterNews.Kind?,
    names: [String] = [], except presenter: String? = nil, purpose: String
  ) throws(AccessError) {
    let table = try ClaimTable.current()
    let origin = NewsOrigin(process: table.me.id, purpose: purpose)
    send(origin: origin, except: presenter, in: table) {
      PresenterRules.news(for: $0, about: path, item: item, subitem: subitem, names: names)
    }
  }

  /// Announces a rename outside of any access.
  package static func sendMove(
    from: ItemPath, to: ItemPath, except presenter: String?, purpose: String
  ) throws(AccessError) {
    let table = try ClaimTable.current()
    send(
      origin: NewsOrigin(process: table.me.id, purpose: purpose), except: presenter, in: table
    ) { PresenterRules.news(for: $0, moved: from, to: to) }
  }
}
