/// A number that distinguishes texts (FNV-1a, 64 bits).
///
/// It is for noticing that a document has changed, not for security: different texts can be constructed with the same
/// number.
package struct Fingerprint: Sendable, Hashable {
  /// The number.
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Computes the fingerprint of texts and of the places where each of them ends.
  ///
  /// - Parameter texts: The texts; their order matters.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init(of texts: some Sequence<some Sequence<UInt8>>) {
    for text in texts {
      for byte in text { add(UInt64(byte)) }
      // No byte has this value.
      add(0x100)
    }
  }

  /// Its digits, in base 16.
  package var digits: String { String(value, radix: 16) }

  private mutating func add(_ number: UInt64) {
    value = (value ^ number) &* 0x100_0000_01B3
  }
}
