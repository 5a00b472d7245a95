/// The name of a claim: the process that makes it, and a number.
package struct ClaimID: Hashable, Sendable, CustomStringConvertible {
  package var process: String
  package var number: UInt64

  package var description: String { "\(process).\(number)" }
}

/// A claim of an access on items, waiting or held: a value that every process can read.
package struct Claim: Sendable, Hashable {
  /// The stage of the access.
  package enum Phase: UInt64, Sendable {
    /// It waits until no claim is in its way.
    case waiting
    /// No claim is in its way; the presenters are asked to give way.
    case asking
    /// The accessor runs.
    case held
  }

  /// One item of the access.
  package struct Item: Sendable, Hashable {
    package var path: ItemPath
    /// The outermost package that contains it, or the item itself.
    package var whole: ItemPath
    package var device: UInt64 = 0
    /// The inode of the file; 0 for a folder or a missing item.
    package var inode: UInt64 = 0
    package var isWriting: Bool
    /// Whether everything inside of the folder is claimed as well.
    package var takesContents: Bool
  }

  package var id: ClaimID
  /// Claims of one purpose never exclude each other.
  package var purpose: String
  /// The claims whose accessors this one is made inside.
  package var chain: [ClaimID]
  /// The presenter that the access is made for.
  package var presenter: String?
  /// The presenters that are being asked, and may use the item to answer.
  package var asked: [String]
  package var phase: Phase
  /// Claims are served in the order of their tickets.
  package var ticket: UInt64
  package var items: [Item]
}

extension Claim {
  /// Whether the two can never be held at the same time.
  func excludes(_ other: Claim) -> Bool {
    guard id != other.id, purpose != other.purpose, !chain.contains(other.id),
      !other.chain.contains(id)
    else { return false }
    return items.contains { item in other.items.contains { item.excludes($0) } }
  }

  /// Whether `other` is asking the presenter that this claim is made for, and waits for the answer.
  ///
  /// Only an older claim is answered: of two that ask each other's presenters, one must wait.
  private func answers(_ other: Claim) -> Bool {
    other.phase == .asking && other.ticket < ticket
      && presenter.map(other.asked.contains) ?? false
  }

  /// The claims that this claim has to wait for.
  func blockers(among others: [Claim]) -> [Claim] {
    let mine = others.filter { $0.purpose == purpose && $0.id != id && $0.phase != .waiting }
    // An access inside another one, or one that must answer, does not queue: earlier claims in the queue may wait for
    // just that.
    let isUrgent = !chain.isEmpty || !mine.isEmpty || others.contains { answers($0) }
    return others.filter { other in
      guard excludes(other), !answers(other) else { return false }
      switch other.phase {
      case .held, .asking: return true
      case .waiting: return !isUrgent && phase == .waiting && other.ticket < ticket
      }
    }
  }
}

extension Claim.Item {
  func excludes(_ other: Claim.Item) -> Bool {
    guard isWriting || other.isWriting else { return false }
    if whole == other.whole || (inode != 0 && inode == other.inode && device == other.device) {
      return true
    }
    return (takesContents && other.whole.isInside(path))
      || (other.takesContents && whole.isInside(other.path))
      || other.path.isInside(whole) && PackageNames.contains(whole)
      || path.isInside(other.whole) && PackageNames.contains(other.whole)
  }
}

// MARK: Deadlocks

extension Claim {
  /// Whether this claim waits for itself, and is the youngest in that cycle.
  func isYoungestOfCircle(among claims: [Claim]) -> Bool {
    guard phase == .waiting, let circle = circle(among: claims) else { return false }
    return circle.allSatisfy { $0.phase != .waiting || $0.ticket <= ticket }
  }

  /// The claims on a path from this one back to it.
  private func circle(among claims: [Claim]) -> [Claim]? {
    var visited: Set<ClaimID> = []
    func way(from claim: Claim) -> [Claim]? {
      for next in claim.needs(among: claims) {
        if next.id == id { return [claim] }
        guard visited.insert(next.id).inserted else { continue }
        if let rest = way(from: next) { return [claim] + rest }
      }
      return nil
    }
    return way(from: self)
  }

  /// The claims that must progress before this one can.
  private func needs(among claims: [Claim]) -> [Claim] {
    switch phase {
    case .waiting: blockers(among: claims)
    case .asking:
      blockers(among: claims) + claims.filter { $0.phase == .waiting && $0.answers(self) }
    // Its accessor waits for the claims that are made inside it.
    case .held: claims.filter { $0.phase == .waiting && $0.chain.contains(id) }
    }
  }
}

// MARK: Between processes

extension Fields {
  package mutating func put(_ id: ClaimID) {
    put(id.process)
    put(id.number)
  }

  package mutating func claimID() throws -> ClaimID {
    ClaimID(process: try text(), number: try number())
  }

  mutating func put(_ claim: Claim) {
    put(claim.id)
    put(claim.purpose)
    put(claim.chain) { $0.put($1) }
    put(claim.presenter ?? "")
    put(claim.asked) { $0.put($1) }
    put(claim.phase.rawValue)
    put(claim.ticket)
    put(claim.items) { fields, item in
      fields.put(item.path)
      fields.put(item.whole)
      fields.put(item.device)
      fields.put(item.inode)
      fields.put(item.isWriting)
      fields.put(item.takesContents)
    }
  }

  mutating func claim() throws -> Claim {
    let (id, purpose) = (try claimID(), try text())
    let chain = try list { try $0.claimID() }
    let presenter = try text()
    let asked = try list { try $0.text() }
    guard let phase = Claim.Phase(rawValue: try number()) else { throw Malformed() }
    let ticket = try number()
    let items = try list { fields in
      Claim.Item(
        path: try fields.path(), whole: try fields.path(), device: try fields.number(),
        inode: try fields.number(), isWriting: try fields.flag(),
        takesContents: try fields.flag())
    }
    return Claim(
      id: id, purpose: purpose, chain: chain, presenter: presenter.isEmpty ? nil : presenter,
      asked: asked, phase: phase, ticket: ticket, items: items)
  }
}
