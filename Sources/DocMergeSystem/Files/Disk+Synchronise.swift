import DocMergePOSIX
import Glibc

/// Waits for the disk; nothing is waited for where nothing has to survive a power cut.
extension Disk {
  /// Makes the contents of a file that a library wrote durable.
  package func synchronise(file path: SystemPath) throws(FileError) {
    guard environment.isDurable else { return }
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard fsync(file) == 0 else { throw FileError("synchronise", path) }
  }

  /// Makes changes of the names in a folder durable.
  package func synchronise(folder path: SystemPath) throws(FileError) {
    guard environment.isDurable else { return }
    let file = open(path.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    // Some file systems cannot synchronise a folder; then there is nothing more to do.
    guard fsync(file) == 0 || errno == EINVAL else { throw FileError("synchronise", path) }
  }

  /// Makes all writes to the file systems of folders durable; missing folders are skipped.
  package func synchronise(fileSystemsOf folders: Set<SystemPath>) throws(FileError) {
    guard environment.isDurable else { return }
    var devices: [UInt64: SystemPath] = [:]
    for folder in folders {
      if let status = try FileStatus.of(folder) { devices[status.device] = folder }
    }
    for folder in devices.values { try Self.synchronise(fileSystemOf: folder) }
  }

  private static func synchronise(fileSystemOf path: SystemPath) throws(FileError) {
    let file = open(path.characters, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { throw FileError("open", path) }
    defer { close(file) }
    guard docmerge_synchronise_file_system(file) == 0 else { throw FileError("synchronise", path) }
  }
}
