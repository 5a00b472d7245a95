package import DocMergeCore
import DocMergeLanguage

/// Why a text that a person wrote is not accepted for a region.
package enum EditRefusal: Error, Sendable, Hashable {
  /// There is no region at that place.
  case noRegion
  /// A conflict marker is left in it.
  case markers
  /// It is not UTF-8, or has a NUL character.
  case notText
  /// It has a character that the encoding of the document lacks; `nil` for an encoding without a name.
  case character(TextEncoding?)

  /// A sentence for the person.
  package var words: String {
    switch self {
    case .noRegion: tr("Nothing is decided: only a conflict in a text can be edited.")
    case .markers: tr("Nothing is decided: there are conflict markers left.")
    case .notText: tr("Nothing is decided: it is not UTF-8 text.")
    case .character(let encoding):
      tr(
        """
        Nothing is decided: it has a character that \(encoding?.rawValue ?? tr("the encoding")) lacks.
        """)
    }
  }
}

extension DecisionSession {
  /// Accepts a text that a person wrote for a region.
  ///
  /// The last line stays open where it is open in both sides, since editors end it.
  ///
  /// - Parameters:
  ///   - text: The text, in UTF-8 with `\n` at the end of each line.
  ///   - position: The region.
  /// - Throws: ``EditRefusal``; then nothing is changed.
  /// - Complexity: O(*n*), *n* being the number of bytes of the document.
  package mutating func edit(_ text: [UInt8], at position: Position) throws(EditRefusal) {
    guard let region = region(at: position) else { throw .noRegion }
    guard String(validating: text, as: UTF8.self) != nil, !text.contains(0) else { throw .notText }
    let conflict = region.conflict
    let texts = [conflict.base ?? [], conflict.ours, conflict.theirs].map { Array($0) }
    guard ConflictedText(text).isClean, LeftOverMarkers(text).firstLine(besides: texts) == nil
    else {
      throw .markers
    }
    var changed = self
    guard changed.choose(.edited(region.endedLikeSides(text)), at: position) else {
      throw .noRegion
    }
    let encoding = encoding(of: position.document)
    guard changed.encoding(of: position.document) == encoding else { throw .character(encoding) }
    self = changed
  }

  /// The encoding in which a document would be written.
  private func encoding(of document: Int) -> TextEncoding? {
    documents[document].text?.merged.layers?.encoding
  }
}

extension OpenRegion {
  /// The initial text for an editor: the decided text, or the conflict between markers with its base.
  package var editableText: [UInt8] {
    decided ?? Merged(regions: [.conflict(conflict)], style: .diff3).marked()
  }

  /// A text without the end of its last line, where neither side ends its own.
  fileprivate func endedLikeSides(_ text: [UInt8]) -> [UInt8] {
    let newline = UInt8(ascii: "\n")
    let sides = [conflict.ours, conflict.theirs].filter { !$0.isEmpty }
    guard !sides.isEmpty, sides.allSatisfy({ $0.last != newline }), text.last == newline else {
      return text
    }
    return text.dropLast()
  }
}
