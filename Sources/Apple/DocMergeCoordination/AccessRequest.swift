/// What an access does with one item.
package struct AccessItem: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Reads; presenters save first if `saving`.
    case reading(saving: Bool)
    case updating, deleting, moving, merging, replacing, changingMetadata
    /// The local copy is removed; only presenters are involved.
    case evicting
  }

  package var path: ItemPath
  package var kind: Kind
  /// Whether a link stands for its target.
  package var followsLinks: Bool

  package init(_ path: ItemPath, _ kind: Kind, followsLinks: Bool = false) {
    self.path = path
    self.kind = kind
    self.followsLinks = followsLinks
  }

  package var isWriting: Bool {
    if case .reading = kind { return false }
    return true
  }

  /// Whether everything inside of a folder is meant as well.
  var takesContents: Bool { kind == .deleting || kind == .moving || kind == .replacing }

  /// Whether the item is removed, from the presenters' view.
  var endsItem: Bool { kind == .deleting || kind == .replacing }
}

/// A wanted access, and the presenter that makes it.
package struct AccessRequest: Sendable {
  package var items: [AccessItem]
  package var purpose: String
  /// The presenter that gets no messages about it.
  package var presenter: String?
  /// The accesses that it is made inside.
  package var chain: [ClaimID] = []
  /// Whether presenters are asked to give way.
  package var asksPresenters = true
  /// How long to wait for others, in nanoseconds; `nil` for no limit.
  package var timeout: UInt64?
  /// How long a presenter may take to answer, in nanoseconds.
  package var patience: UInt64 = 30_000_000_000

  package init(
    items: [AccessItem], purpose: String, presenter: String? = nil, chain: [ClaimID] = []
  ) {
    self.items = items
    self.purpose = purpose
    self.presenter = presenter
    self.chain = chain
  }
}

/// Limits that cannot be set.
package enum AccessLimits {
  /// How long a stopped process may keep others waiting, for its items or its answers.
  package static let stopped: UInt64 = 500_000_000
  /// How long a process may take to notice a question; it only takes as long as the process gets no CPU time on a busy
  /// computer: a stopped process is recognised, and a dead one has closed its end.
  package static let notice: UInt64 = 10_000_000_000
}
