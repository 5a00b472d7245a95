import DocMergeCoordination
import Foundation
import Synchronization

extension PresenterDesk {
  /// Puts news in line for the presenters of this process.
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
    state.entries[id]?.watched?.note(news.path)
    if let destination = news.destination {
      if news.kind == .moved {
        state.entries[id]?.path = destination
        state.entries[id]?.moves.append((news.path, destination))
        state.entries[id]?.watched = WatchedItem(destination)
        versionQueue.async { self.renewVersions(of: id) }
      } else {
        state.entries[id]?.watched?.note(destination)
      }
    }
    line.add { presenter in
      guard let presenter else { return }
      news.deliver(to: presenter, by: origin)
      guard news.kind == .moved else { return }
      // By now it should know; what it says counts again.
      self.state.withLock { state in
        let moves = state.entries[id]?.moves ?? []
        state.entries[id]?.moves = Array(moves.dropFirst())
      }
    }
  }
}

extension PresenterNews {
  /// Calls the method that this is the news of.
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
