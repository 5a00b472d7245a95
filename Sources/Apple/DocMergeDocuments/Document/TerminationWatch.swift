import Dispatch
import Glibc
import Synchronization

/// Saves unsaved changes when the process is asked to end.
///
/// Only if the program has not installed its own handler for the signal.
@MainActor
final class TerminationWatch {
  static let shared = TerminationWatch()

  private struct Entry {
    weak var document: Document?
  }

  private var entries: [Entry] = []
  private var sources: [any DispatchSourceSignal] = []

  func add(_ document: Document) {
    entries.removeAll { $0.document == nil || $0.document === document }
    entries.append(Entry(document: document))
    guard sources.isEmpty else { return }
    for number in [SIGTERM, SIGHUP] where TerminationWatch.isDefault(number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler {
        MainActor.assumeIsolated { TerminationWatch.shared.saveAndEnd(number) }
      }
      source.resume()
      sources.append(source)
    }
  }

  private static func isDefault(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0
  }

  /// Ends as the signal would have; Dispatch blocks it on its own threads.
  private func end(_ number: Int32) {
    signal(number, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
  }

  /// Saves all documents, and ends as the signal would have.
  private func saveAndEnd(_ number: Int32) {
    let documents = entries.compactMap(\.document)
    Task {
      for document in documents { await document.saveForTermination() }
      end(number)
    }
  }
}

extension Document {
  /// Saves without asking the person, who may be gone.
  fileprivate func saveForTermination() async {
    let errors = facts.withLock { facts in
      facts.isTerminating = true
      return facts.openErrors
    }
    for error in errors { userInteractionNoLongerPermitted(forError: error) }
    guard !isClosed, hasUnsavedChanges else { return }
    do {
      try await autosave()
    } catch {
      // Reported; there is no one left to ask.
    }
  }
}
