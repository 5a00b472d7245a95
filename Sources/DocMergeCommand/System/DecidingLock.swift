import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Locks a repository or container while a person decides there, so that no second session begins meanwhile.
///
/// The system releases it when the process ends, however it ends.
struct DecidingLock: ~Copyable {
  private let file: OpenFile

  /// Takes the lock; reports it if another process has it.
  ///
  /// - Parameter folder: The folder of the own files of git, or of a container.
  /// - Throws: ``ExitStatus/taken``, or ``CommandError`` where no file can be made or locked.
  init(in folder: String) throws {
    let place = "\(folder)/docmerge"
    try? SystemPath(place).makeFolder()
    let path = "\(place)/deciding.lock"
    let file = try Self.opened(path)
    do throws(Errno) {
      try file.lockWhole()
    } catch {
      guard error == .wouldBlock else {
        throw CommandError(description: tr("cannot lock \(PrintableText.escape(path)): \(error)"))
      }
      let holder = Self.holder(file).map { tr(" (process \($0))") } ?? ""
      Console.message(
        tr("Another docmerge is deciding here\(holder): go on there, or end that one first."))
      throw ExitStatus.taken
    }
    file.note(Array("\(CurrentProcess.number)\n".utf8))
    self.file = file
  }

  private static func opened(_ path: String) throws -> OpenFile {
    do throws(Errno) {
      return try OpenFile(
        SystemPath(path), for: .readingAndWriting, .makes, permissions: 0o666)
    } catch {
      throw CommandError(description: tr("cannot write \(PrintableText.escape(path)): \(error)"))
    }
  }

  private static func holder(_ file: borrowing OpenFile) -> Int32? {
    let bytes = (try? file.read(16, at: 0)) ?? []
    return Int32(String(decoding: bytes.prefix { (0x30...0x39).contains($0) }, as: UTF8.self))
  }
}
