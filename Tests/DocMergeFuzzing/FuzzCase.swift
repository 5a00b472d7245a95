/// Three texts that everything is tried with.
package struct FuzzCase: Sendable, Hashable {
  package var base: [UInt8]
  package var ours: [UInt8]
  package var theirs: [UInt8]

  package init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }

  /// The three texts under the names of their files.
  package var parts: [(name: String, bytes: [UInt8])] {
    [("base", base), ("ours", ours), ("theirs", theirs)]
  }

  /// How many bytes there are in all.
  package var size: Int { base.count + ours.count + theirs.count }

  /// A number that depends on the bytes alone, so that a stored case is tried as it was found.
  package var number: Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for (_, bytes) in parts {
      for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0x100) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash >> 1)
  }
}
