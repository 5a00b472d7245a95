import DocMerge
import DocMergeLanguage
import DocMergeSystem

/// Shows a notification on the desktop when something needs a person: a conflict, a refusal, a stop.
///
/// It uses the program notify-send, which finds the desktop by the session's D-Bus.
struct DesktopNotifier {
  private static let program = "notify-send"
  /// The most documents that are named.
  private static let named = 3

  /// The name of the container.
  private let name: String
  /// The documents in conflict that a notification has already shown.
  private var told: Set<DocumentPath>

  /// Looks for the program, and records the documents that are already in conflict.
  ///
  /// - Throws: `CommandError` where the program is not installed.
  init(_ container: Container) throws {
    guard let path = Variable.value("PATH"),
      path.split(separator: ":").contains(where: { Place("\($0)/\(Self.program)").exists })
    else {
      throw CommandError(
        description:
          tr(
            "--notify needs the program notify-send: install it (on Debian: apt-get install libnotify-bin)"
          )
      )
    }
    name = container.path.split(separator: "/").last.map(String.init) ?? container.path
    told = Set(try container.conflicts().map(\.path))
  }

  /// Shows an event, if a person has to act on it.
  mutating func notice(_ event: SyncEvent, isNews: Bool) {
    if let report = event.report {
      let paths = report.conflicts.map(\.path)
      let new = paths.filter { !told.contains($0) }
      told = Set(paths)
      if !new.isEmpty { show(tr("\(counted(new.count, "document")) in conflict"), Self.list(new)) }
    }
    guard isNews, event.kind == .failed || event.kind == .stopped else { return }
    let refused = event.report?.refusedDocuments ?? []
    let documents = refused.isEmpty ? "" : tr("Refused: \(Self.list(refused)).") + " "
    let state = event.kind == .failed ? tr("failed") : tr("stopped")
    show(
      "\(PrintableText.escape(event.remote ?? "")): \(state)",
      documents + PrintableText.words(event.message ?? ""))
  }

  private static func list(_ paths: [DocumentPath]) -> String {
    let names = paths.prefix(named).map(\.display).joined(separator: ", ")
    return paths.count > named ? tr("\(names) and \(paths.count - named) more") : names
  }

  /// Starts the program and does not wait: a desktop that does not respond must not block the sync.
  private func show(_ title: String, _ body: String) {
    let words = [
      Self.program, "--app-name=docmerge", "--icon=dialog-warning", "--",
      "\(PrintableText.escape(name)): \(title)",
      // Desktops interpret tags in the body.
      body.replacing("&", with: "&amp;").replacing("<", with: "&lt;"),
    ]
    let line = words.map(Shell.quoted).joined(separator: " ")
    do {
      _ = try ChildProcess.runAtTerminal(["sh", "-c", "\(line) >/dev/null 2>&1 </dev/null &"])
    } catch {
      Console.message(tr("docmerge: no notification: \(String(describing: error))"))
    }
  }
}
