import DocMergeCore
package import DocMergeHistory
package import DocMergeObjects

/// Values that tests make up: equal numbers give equal values.
package enum Samples {
  package static func replica(_ number: Int) -> ReplicaID {
    make(ReplicaID(digits(number, 16)))
  }

  package static func document(_ number: Int) -> DocumentID {
    make(DocumentID(digits(number, 32)))
  }

  package static func object(_ number: Int) -> ObjectID {
    make(ObjectID(hex: digits(number, 40)))
  }

  package static func path(_ text: String) -> DocumentPath { make(DocumentPath(text)) }

  package static func version(_ number: Int, kind: DocumentKind = .file, seconds: Int64 = 7)
    -> Version
  {
    Version(
      id: object(number), content: ContentID(kind: kind, object: object(number + 1000)),
      size: Int64(number), date: Timestamp(seconds: seconds, nanoseconds: Int64(number)),
      author: Person(name: "Anna Berg", email: "anna@example.org"),
      replica: replica(number % 3 + 1),
      computer: "laptop")
  }

  /// Two states that both hold document 1 with version 1, named `a.md`.
  package static func pair() -> (State, State) {
    var state = State()
    let dot = state.clock.advance(replica(1))
    var record = Record(id: document(1))
    record.replace([], with: [version(1)], dot)
    record.rename(path("a.md"), dot)
    state.records[record.id] = record
    return (state, state)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: count - text.count) + text
  }

  private static func make<Value>(_ value: Value?) -> Value {
    guard let value else { preconditionFailure("The sample is malformed.") }
    return value
  }
}
