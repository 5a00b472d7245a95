import DocMergeLanguage
import Glibc

/// A failed action on a file: the action, the path, and the reason.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The action, such as `write`.
  public var action: String
  /// The path, escaped for printing.
  public var path: String
  /// The reason, from `errno`.
  public var code: Int32
  /// The reason in words, if it was not a call of the system that failed.
  public var reason: String?

  package init(
    _ action: String, _ path: SystemPath, code: Int32 = errno, reason: String? = nil
  ) {
    self.action = action
    self.path = path.description
    self.code = code
    self.reason = reason
  }

  /// For example `cannot write Notes/todo.md: No space left on device`.
  public var description: String {
    if action == "make", code == ENOENT, reason == nil, let slash = path.lastIndex(of: "/") {
      let folder = slash == path.startIndex ? "/" : path[..<slash]
      return tr("cannot make \(path): there is no folder \(folder)")
    }
    return sentence(reason ?? SystemReason.words(for: code))
  }

  /// A sentence for each action, since other languages order the words in other ways.
  private func sentence(_ reason: String) -> String {
    switch action {
    case "change the mode of": tr("cannot change the mode of \(path): \(reason)")
    case "copy": tr("cannot copy \(path): \(reason)")
    case "date": tr("cannot date \(path): \(reason)")
    case "follow the link": tr("cannot follow the link \(path): \(reason)")
    case "keep a copy of": tr("cannot keep a copy of \(path): \(reason)")
    case "list": tr("cannot list \(path): \(reason)")
    case "lock": tr("cannot lock \(path): \(reason)")
    case "look at": tr("cannot look at \(path): \(reason)")
    case "make": tr("cannot make \(path): \(reason)")
    case "make a folder for": tr("cannot make a folder for \(path): \(reason)")
    case "make the folder": tr("cannot make the folder \(path): \(reason)")
    case "move": tr("cannot move \(path): \(reason)")
    case "open": tr("cannot open \(path): \(reason)")
    case "put back": tr("cannot put back \(path): \(reason)")
    case "read": tr("cannot read \(path): \(reason)")
    case "read the link": tr("cannot read the link \(path): \(reason)")
    case "remove": tr("cannot remove \(path): \(reason)")
    case "rename": tr("cannot rename \(path): \(reason)")
    case "replace": tr("cannot replace \(path): \(reason)")
    case "save": tr("cannot save \(path): \(reason)")
    case "set up": tr("cannot set up \(path): \(reason)")
    case "synchronise": tr("cannot synchronise \(path): \(reason)")
    case "watch": tr("cannot watch \(path): \(reason)")
    case "write": tr("cannot write \(path): \(reason)")
    default: tr("cannot \(action) \(path): \(reason)")
    }
  }
}
