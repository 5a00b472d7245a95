extension ResultFaults {
  /// The faults of a result of any merge, each with the line that it is about.
  ///
  /// Text in a conflict is left to a person anyway.
  package func findings(in result: ResultTexts) -> [AuditFinding] {
    guard arePossible else { return [] }
    let faults = faults(in: result.ours, isWhole: result.isWhole).filter { fault in
      fault.places.isEmpty
        || !fault.places.allSatisfy { place in result.open.contains { $0.overlaps(place) } }
    }
    return faults.map { fault in
      // Something doubled is reported where it is the last time.
      let place = fault.places.last?.lowerBound ?? 0
      return AuditFinding(kind: .faulty, bytes: result.line(at: place), reason: fault.reason)
    }
  }
}
