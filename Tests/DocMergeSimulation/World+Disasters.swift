import DocMergeContainer
import DocMergeSync
import DocMergeSystem
import DocMergeTestSupport
import DocMergeUpkeep
import Glibc

/// Disasters: crashes, restored backups, copied folders and emptied remotes.
extension World {
  /// Has a process do something and die in the middle of it, or just after.
  func crash(_ replica: SimulatedReplica) throws -> String? {
    let act = Act.anyDeadly(in: self, &generator)
    let number = generator.number(1...[6, 25, 80][generator.number(0...2)])
    var chance = SeededGenerator(seed: generator.number(0...Int.max - 1))
    let before = changesHistory(act) ? try replica.histories() : [:]
    if act == .prune { try prepareToPrune(replica) }
    replica.close()
    let child = ChildRun.start { tell in
      alarm(60)
      system.die(atChange: number)
      do {
        guard let outcome = try command(act, on: replica, &chance) else { return 1 }
        tell(replica.report + Array("did \(outcome)\n".utf8))
        return 0
      } catch {
        tell(Array("failed: \(error)\n".utf8))
        return 2
      }
    }.finish()
    setClock(replica)
    for remote in 0..<remoteCount { rename("\(net(remote))-away", net(remote)) }
    // Nothing is promised by a process that died before it could say so.
    let told = child.status == 0 ? replica.takeOver(child.told) : []
    // What it did may be there all the same; the undo of what it knew of is no loss.
    try noteSuperseded(act, on: replica, before: before, told.first)
    switch child.status {
    case 0: return "in time: \(act.rawValue) \(told.joined())"
    case 1: return nil
    case SimulatedSystem.diedStatus:
      count("died in \(act.rawValue)")
      return "died in \(act.rawValue) at \(number)"
    default:
      throw Failure(
        description: "\(act.rawValue) in a child ended with \(child.status): "
          + String(decoding: child.told, as: UTF8.self))
    }
  }

  /// `nil` when there was nothing that it could have struck.
  func strike(_ act: Act, at replica: SimulatedReplica) throws -> String? {
    switch act {
    case .cutOff:
      let remote = generator.number(0...remoteCount - 1)
      guard replica.cutOff.insert(remote).inserted else { return nil }
      return World.remoteName(remote)
    case .reconnect:
      guard !replica.cutOff.isEmpty else { return nil }
      replica.cutOff = []
    case .skewClock:
      replica.skew = anySkew()
      return "\(replica.skew / 3_600_000_000_000) hours"
    case .reopen: replica.close()
    case .collect: return try collect(replica)
    case .backUp: backUp(replica)
    case .putBack: return try putBack(replica)
    case .copyAway: return copyAway(replica)
    case .emptyRemote: return emptyRemote()
    case .backUpRemote:
      let (remote, copy) = (
        generator.number(0...remoteCount - 1), "\(path)/remote-backup\(log.count)"
      )
      guard FolderTree.item(remotePath(remote)) != nil else { return nil }
      FolderTree.copy(remotePath(remote), to: copy)
      remoteBackups[remote] = copy
    default: return putRemoteBack()
    }
    return ""
  }

  // MARK: Backups

  private func backUp(_ replica: SimulatedReplica) {
    replica.close()
    let copy = "\(path)/backup\(log.count)"
    FolderTree.copy(replica.path, to: copy)
    replica.backups.append(
      .init(path: copy, known: replica.known, unsaved: replica.unsaved))
  }

  /// Puts a backup in the place of a container; what was done since is gone, but for what others have.
  private func putBack(_ replica: SimulatedReplica) throws -> String? {
    guard let backup = any(replica.backups) else { return nil }
    replica.close()
    let repository = "\(replica.path)/.docmerge"
    let isWhole = generator.once(in: 3)
    if isWhole {
      FolderTree.remove(replica.path)
      FolderTree.copy(backup.path, to: replica.path)
    } else {
      // The folder of the repository stays the same one: nothing shows that it is another one.
      for name in FolderTree.names(replica.path) where name != ".docmerge" {
        FolderTree.remove("\(replica.path)/\(name)")
      }
      for name in FolderTree.names(repository) { FolderTree.remove("\(repository)/\(name)") }
      FolderTree.copy(backup.path, to: replica.path)
    }
    // Or of the disk below it: then not even the files are other ones.
    let isImage = !isWhole && generator.once(in: 2)
    if isImage { try Container.adoptPlace(at: replica.path) }
    replica.known = backup.known
    replica.unsaved = backup.unsaved
    return isWhole ? "whole" : isImage ? "image" : "in place"
  }

  /// The folder is copied, and work goes on with both.
  private func copyAway(_ replica: SimulatedReplica) -> String? {
    guard replicas.count < 16 else { return nil }
    replica.close()
    let copy = SimulatedReplica(
      name: "\(replica.name)\(replicas.count)", path: "\(path)/\(replicas.count)",
      system: system)
    FolderTree.copy(replica.path, to: copy.path)
    copy.known = replica.known
    copy.unsaved = replica.unsaved
    copy.skew = replica.skew
    copy.isOnDemand = replica.isOnDemand
    replicas.append(copy)
    return copy.name
  }

  // MARK: Remotes

  private func emptyRemote() -> String? {
    let remote = generator.number(0...remoteCount - 1)
    FolderTree.remove(remotePath(remote))
    return World.remoteName(remote)
  }

  private func putRemoteBack() -> String? {
    let remote = generator.number(0...remoteCount - 1)
    guard let copy = remoteBackups[remote] else { return nil }
    FolderTree.remove(remotePath(remote))
    FolderTree.copy(copy, to: remotePath(remote))
    return World.remoteName(remote)
  }
}
