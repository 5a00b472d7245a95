/// One of the 4096 parts of the records of a state, by the first bits of their ids.
///
/// The fixed number of parts makes a save cost the same in small and large containers: it rewrites one blob with the
/// records of a part, one folder of 64 parts and one of 64 folders.
package struct Shard: Sendable, Hashable, Comparable {
  /// 0 ..< 4096.
  package let number: Int

  /// The folder of the shard, `00` to `63`.
  package var folderName: [UInt8] { Shard.name(number >> 6) }

  /// The blob's name in its folder, `00` to `63`.
  package var blobName: [UInt8] { Shard.name(number & 63) }

  private static func name(_ part: Int) -> [UInt8] {
    [UInt8(ascii: "0") + UInt8(part / 10), UInt8(ascii: "0") + UInt8(part % 10)]
  }

  /// By number.
  package static func < (one: Shard, two: Shard) -> Bool { one.number < two.number }
}
