import DocMergeTestSupport

/// What can happen in a step of a simulation.
package enum Act: String, CaseIterable, Sendable {
  // In the folder, by any program.
  case create, edit, editMember, rename, remove, changeMode, makePackage
  // By docmerge.
  case save, sync, resolve, dismiss, fork, undo, restore, move, delete, saveFromOld, prune
  // By fate.
  case crash, cutOff, reconnect, skewClock, reopen, backUp, putBack, copyAway, emptyRemote
  case backUpRemote, putRemoteBack
  // By docmerge, where some replicas get contents on demand.
  case download, evict
  // By git, there.
  case collect
  // By docmerge, where some folders have only a part of the documents.
  case focus
  // Where copies are made anew, people have old texts open, and file systems keep no execute bits.
  case remake, useEditor

  /// How often it happens, in comparison to others.
  private var weight: Int {
    switch self {
    case .create: 9
    case .edit: 14
    case .editMember, .rename, .save, .undo: 4
    case .remove, .changeMode, .makePackage, .move, .delete, .dismiss, .saveFromOld, .restore: 3
    case .prune: 3
    case .sync: 18
    case .resolve: 9
    case .crash: 11
    case .putBack: 6
    case .fork, .cutOff, .reconnect, .skewClock, .backUp, .putRemoteBack: 2
    case .copyAway, .emptyRemote, .backUpRemote, .reopen: 1
    case .download, .evict, .collect, .focus, .remake, .useEditor: 0
    }
  }

  private static let all = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  private static let deadly = all.filter(\.isByDocmerge)

  /// The acts where some replicas get contents on demand: no replica is set back, since others would know of
  /// versions that no replica has any more.
  private static let onDemand =
    all.filter { $0 != .putBack }
    + [.download, .evict].flatMap { Array(repeating: $0, count: 9) }
    + Array(repeating: .collect, count: 4)
  private static let deadlyOnDemand = onDemand.filter(\.isByDocmerge)

  /// What happens where copies are made anew; those are not copied with their bits that count for nothing.
  private static let remaking =
    all.filter { $0 != .putBack && $0 != .copyAway }
    + Array(repeating: .useEditor, count: 14) + Array(repeating: .remake, count: 3)

  /// What happens where some folders have only a part of the documents.
  private static func focusing(_ acts: [Act]) -> [Act] {
    acts + Array(repeating: .focus, count: acts.count / 12)
  }

  /// Whether it is one that a process can die of.
  private var isByDocmerge: Bool {
    switch self {
    case .save, .sync, .resolve, .dismiss, .fork, .undo, .restore, .move, .delete, .saveFromOld,
      .prune, .download, .evict, .focus:
      true
    default: false
    }
  }

  static func any(in world: World, _ generator: inout SeededGenerator) -> Act {
    let acts = world.isOnDemand ? onDemand : world.isRemaking ? remaking : all
    return any(of: world.isFocusing ? focusing(acts) : acts, &generator)
  }

  /// One in which the process may die.
  static func anyDeadly(in world: World, _ generator: inout SeededGenerator) -> Act {
    let acts = world.isOnDemand ? deadlyOnDemand : deadly
    return any(of: world.isFocusing ? focusing(acts) : acts, &generator)
  }

  private static func any(of acts: [Act], _ generator: inout SeededGenerator) -> Act {
    acts[generator.number(0...acts.count - 1)]
  }
}
