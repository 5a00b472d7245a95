import DocMergeFiles
package import DocMergeFormats
import DocMergeLanguage
import Synchronization

/// Parses the code of one language in a process of its own, so that a grammar that crashes or hangs causes a
/// message, and no failed merge.
///
/// The process starts with the first text, and ends with the value. After a crash it is not started again.
package final class GrammarProcess: CodeParser {
  /// The language.
  package let language: LanguageProfile
  /// The libraries that may hold its grammar, in the order to try.
  package let libraries: [String]

  private let connection = Mutex<Connection>(.none)

  /// The state of the process.
  private enum Connection {
    case none
    case open(ParseClient, CodeTree.Vocabulary)
    case failed(GrammarFailure)
  }

  /// Makes a parser for a language; nothing is started yet.
  package init(_ language: LanguageProfile, libraries: [String]) {
    (self.language, self.libraries) = (language, libraries)
  }

  /// Finds the nodes of a text.
  ///
  /// - Throws: ``FormatRefusal`` when the grammar crashes, hangs or cannot be loaded, now or before.
  package func parse(_ text: [UInt8]) throws(FormatRefusal) -> CodeTree {
    do throws(GrammarFailure) {
      return try tree(of: text)
    } catch {
      throw FormatRefusal(
        at: 0, tr("the grammar of \(language.name) cannot be used: \(error.reason)"))
    }
  }

  /// Why the grammar cannot be used; `nil` when no failure is known.
  package var failure: GrammarFailure? {
    connection.withLock { connection in
      if case .failed(let failure) = connection { failure } else { nil }
    }
  }

  /// Reports a failure to the person, once.
  private func fail(_ failure: GrammarFailure) -> Connection {
    let words = tr(
      """
      docmerge: the grammar of \(language.name) cannot be used: \(failure.reason); \
      the text is merged without it
      """)
    Messages.write(words + "\n")
    return .failed(failure)
  }

  private func tree(of text: [UInt8]) throws(GrammarFailure) -> CodeTree {
    try connection.withLock { connection throws(GrammarFailure) in
      if case .none = connection {
        do throws(GrammarFailure) {
          let client = try ParseClient(libraries, names: language.grammars)
          let vocabulary = try client.greeting()
          connection = .open(client, vocabulary)
        } catch {
          connection = fail(error)
        }
      }
      switch connection {
      case .failed(let failure): throw failure
      case .none: throw GrammarFailure(tr("it was not started"))
      case .open(let client, let vocabulary):
        do throws(GrammarFailure) {
          let nodes = try client.nodes(of: text)
          guard let tree = CodeTree(nodes, vocabulary, byteCount: text.count) else {
            throw GrammarFailure(tr("its answer is no tree"))
          }
          return tree
        } catch {
          client.end()
          connection = fail(error)
          throw error
        }
      }
    }
  }
}
