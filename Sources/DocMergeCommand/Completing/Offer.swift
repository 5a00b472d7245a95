import ArgumentParser
import DocMerge
import DocMergeSystem

/// A word that the shell offers to complete, and its meaning.
struct Offer {
  let value: String
  let note: String

  /// The words in the form that the current shell reads; bash shows no notes.
  static func lines(_ offers: [Offer]) -> [String] {
    offers.map { offer in
      let note = PrintableText.words(offer.note)
      switch CompletionShell.requesting {
      case .zsh:
        return offer.value.replacing("\\", with: "\\\\").replacing(":", with: "\\:") + ":" + note
      case .fish: return "\(offer.value)\t\(note)"
      default: return offer.value
      }
    }
  }
}
