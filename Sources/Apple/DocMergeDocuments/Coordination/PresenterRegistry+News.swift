import DocMergeCoordination
import Foundation
import Synchronization

extension PresenterRegistry {
  /// Queues news for the presenters of this process.
  func tell(_ news: [PresenterNews], origin: NewsOrigin) {
    let mine = (try? ClaimTable.current())?.process
    let change = ChangeOrigin(
      processIdentifier: origin.process.split(separator: "-").first.flatMap { Int32($0) },
      purposeIdentifier: origin.purpose, isThisProcess: origin.process == mine)
    withPresenters { state in
      for item in news { tell(item, by: change, &state) }
      if news.contains(where: { $0.kind == .moved }) { publish(&state) }
    }
  }

  func tell(_ news: PresenterNews, by origin: ChangeOrigin, _ state: inout State) {
    let id = news.presenter
    guard let line = state.entries[id]?.line, !isKnown(news, &state) else { return }
    // News of a version or an attribute says nothing about the file: its change may still have to be reported.
    if news.kind.isAboutFile, news.kind != .moved { state.entries[id]?.watched?.note(news.path) }
    var isEdited = false
    if let destination = news.destination {
      if news.kind == .moved {
        isEdited = follow(id, to: destination, from: news.path, &state)
      } else {
        state.entries[id]?.watched?.note(destination)
      }
    }
    deliver(news, by: origin, on: line)
    guard isEdited, let destination = news.destination else { return }
    deliver(PresenterNews(presenter: id, kind: .changed, path: destination), by: origin, on: line)
  }

  /// Notes that the item of a presenter has moved.
  ///
  /// - Returns: whether the contents have changed as well.
  private func follow(
    _ id: String, to destination: ItemPath, from path: ItemPath, _ state: inout State
  ) -> Bool {
    let isEdited = state.entries[id]?.watched?.isEdited(at: destination) ?? false
    state.entries[id]?.path = destination
    state.entries[id]?.moves.append((path, destination))
    let watched = watchedItem(destination, &state)
    state.entries[id]?.watched = watched
    versionQueue.async { self.renewVersions(of: id) }
    return isEdited
  }

  private func deliver(_ news: PresenterNews, by origin: ChangeOrigin, on line: MessageLine) {
    let id = news.presenter
    line.add { presenter in
      guard let presenter else { return }
      news.deliver(to: presenter, by: origin)
      guard news.kind == .moved else { return }
      // By now the presenter should know; its own answer counts again.
      self.state.withLock { state in
        let moves = state.entries[id]?.moves ?? []
        state.entries[id]?.moves = Array(moves.dropFirst())
      }
    }
  }
}

extension PresenterNews.Kind {
  /// Whether it is about the file itself, and not about its versions or attributes.
  fileprivate var isAboutFile: Bool {
    switch self {
    case .changed, .moved, .subitemAppeared, .subitemMoved, .subitemChanged: true
    default: false
    }
  }
}

extension PresenterNews {
  /// Calls the method for this news.
  fileprivate func deliver(to presenter: any FilePresenter, by origin: ChangeOrigin) {
    let version = PresentedVersion(
      itemURL: path.url(), persistentIdentifier: names.first ?? "")
    let url = version.itemURL
    switch kind {
    case .changed: presenter.presentedItemDidChange(by: origin)
    case .moved: if let destination { presenter.presentedItemDidMove(to: destination.url()) }
    case .attributesChanged:
      let changed = Set(names.map { URLResourceKey(rawValue: $0) })
      let observed = changed.intersection(presenter.observedPresentedItemUbiquityAttributes)
      if !observed.isEmpty { presenter.presentedItemDidChangeUbiquityAttributes(observed) }
    case .gainedVersion: presenter.presentedItemDidGain(version)
    case .lostVersion: presenter.presentedItemDidLose(version)
    case .resolvedVersion: presenter.presentedItemDidResolveConflict(version)
    case .subitemAppeared: presenter.presentedSubitemDidAppear(at: url)
    case .subitemMoved:
      if let destination { presenter.presentedSubitem(at: url, didMoveTo: destination.url()) }
    case .subitemChanged: presenter.presentedSubitemDidChange(at: url, by: origin)
    case .subitemGainedVersion: presenter.presentedSubitem(at: url, didGain: version)
    case .subitemLostVersion: presenter.presentedSubitem(at: url, didLose: version)
    case .subitemResolvedVersion: presenter.presentedSubitem(at: url, didResolve: version)
    }
  }
}
