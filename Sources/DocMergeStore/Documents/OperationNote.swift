import DocMergeCore

/// What the message of a state commit says.
struct OperationNote: Sendable, Hashable {
  var summary: String
  var kind: OperationKind
  var replica: ReplicaID
  var computer: String
  var date: Timestamp
  /// The operation that this one undoes.
  var undoes: ObjectID?
  /// The rule that decided without a person.
  var automatic: String?

  static let undoesKey = "Undoes"
  static let automaticKey = "Automatic"

  /// What the message of every state says at its end.
  static func trailers(
    _ kind: OperationKind, by identity: Identity, at date: Timestamp
  ) -> [(String, String)] {
    [
      ("Operation", kind.rawValue), ("Replica", identity.replica.description),
      ("Computer", identity.computer), ("Date", Trailers.text(date)),
    ]
  }

  /// Reads a message; `nil` when it is not one of a state.
  init?(message: String) {
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
