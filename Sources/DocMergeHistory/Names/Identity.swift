package import DocMergeObjects

/// The person who works in a container, and the copy of it.
package struct Identity: Sendable, Hashable {
  package var person: Person
  package var replica: ReplicaID
  /// The name of the replica's computer.
  package var computer: String

  package init(person: Person, replica: ReplicaID, computer: String) {
    self.person = person
    self.replica = replica
    self.computer = computer
  }
}
