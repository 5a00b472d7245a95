package import DocMergeCore
package import DocMergeObjects

/// The content of the message of a state commit.
package struct OperationNote: Sendable, Hashable {
  package var summary: String
  package var kind: OperationKind
  package var replica: ReplicaID
  package var computer: String
  package var date: Timestamp
  /// The operation that this one undoes.
  package var undoes: ObjectID?
  /// The rule that decided without a person.
  package var automatic: String?

  package static let undoesKey = "Undoes"
  package static let automaticKey = "Automatic"

  /// The trailers at the end of the message of every state.
  package static func trailers(
    _ kind: OperationKind, by identity: Identity, at date: Timestamp
  ) -> [(String, String)] {
    [
      ("Operation", kind.rawValue), ("Replica", identity.replica.description),
      ("Computer", identity.computer), ("Date", Trailers.text(date)),
    ]
  }

  /// Parses a message; `nil` when it is not that of a state.
  package init?(message: String) {
    let (summary, values) = Trailers.parse(message)
    guard values["Document"] == nil,
      let kind = values["Operation"].flatMap({ OperationKind(rawValue: $0) }),
      let replica = values["Replica"].flatMap({ ReplicaID($0) }),
      let date = values["Date"].flatMap({ Trailers.date($0.utf8) })
    else { return nil }
    self.summary = summary
    self.kind = kind
    self.replica = replica
    self.date = date
    computer = values["Computer"] ?? ""
    automatic = values[OperationNote.automaticKey]
    undoes = values[OperationNote.undoesKey].flatMap { ObjectID(hex: $0) }
  }
}
