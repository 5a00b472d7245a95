extension ResultFaults {
  /// What is wrong with a result that anybody made, each with the line that it is about.
  ///
  /// What stands in a conflict is left to a person anyway.
  package func findings(in result: ResultTexts) -> [AuditFinding] {
    guard arePossible else { return [] }
    let faults = faults(in: result.ours, isWhole: result.isWhole).filter { fault in
      fault.places.isEmpty
        || !fault.places.allSatisfy { place in result.open.contains { $0.overlaps(place) } }
    }
    return faults.map { fault in
      // What stands twice is doubled where it stands the last time.
      let place = fault.places.last?.lowerBound ?? 0
      return AuditFinding(kind: .faulty, bytes: result.line(at: place), reason: fault.reason)
    }
  }
}
