import DocMergeZlib

/// The pack format, version 2, without deltas, and its index (git's `gitformat-pack`).
package struct PackFile {
  /// The whole pack: header, deflated objects, and the SHA-1 of all that.
  package let bytes: [UInt8]
  private let entries: [Entry]

  /// The place of an object in the pack.
  private struct Entry {
    var id: ObjectID
    var offset: Int
    /// The checksum of its bytes in the pack.
    var checksum: UInt32
  }

  /// Makes a pack of objects, each of them once.
  ///
  /// Linear in the bytes of the objects.
  ///
  /// - Throws: ``GitError``.
  package init(_ objects: [(id: ObjectID, object: GitObject)]) throws(GitError) {
    let deflater = try Deflater()
    var pack = Array("PACK".utf8) + Self.bigEndian(2) + Self.bigEndian(UInt32(objects.count))
    var entries: [Entry] = []
    for (id, object) in objects {
      let start = pack.count
      pack += Self.header(of: object)
      try deflater.deflate(object.bytes, onto: &pack)
      let checksum = pack.withUnsafeBufferPointer { buffer in
        crc32_z(0, buffer.baseAddress.map { $0 + start }, buffer.count - start)
      }
      entries.append(Entry(id: id, offset: start, checksum: UInt32(truncatingIfNeeded: checksum)))
    }
    pack += SHA1.hash(pack)
    bytes = pack
    self.entries = entries.sorted { $0.id < $1.id }
  }

  /// A whole pack.
  ///
  /// - Throws: ``GitError``.
  package static func bytes(of objects: [GitObject]) throws(GitError) -> [UInt8] {
    var named: [(id: ObjectID, object: GitObject)] = []
    for object in objects { named.append((try object.id, object)) }
    return try PackFile(named).bytes
  }

  /// The name of its files, without their extension.
  package var name: String {
    "pack-" + checksum.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private var checksum: ArraySlice<UInt8> { bytes.suffix(20) }

  /// Its index, version 2: how many ids begin with each byte or a lower one, the ids in order, their checksums and
  /// offsets.
  ///
  /// A pack of 2 GiB or more would need a table of large offsets, which this does not write.
  package var index: [UInt8] {
    precondition(bytes.count < 1 << 31)
    var result: [UInt8] = [0xFF, 0x74, 0x4F, 0x63] + Self.bigEndian(2)
    var counts = [UInt32](repeating: 0, count: 256)
    for entry in entries { counts[Int(entry.id.bytes[0])] += 1 }
    var sum: UInt32 = 0
    for count in counts {
      sum += count
      result += Self.bigEndian(sum)
    }
    for entry in entries { result += entry.id.bytes }
    for entry in entries { result += Self.bigEndian(entry.checksum) }
    for entry in entries { result += Self.bigEndian(UInt32(entry.offset)) }
    result += checksum
    result += SHA1.hash(result)
    return result
  }

  /// Kind and size: four bits of the size in the first byte, seven in each following one.
  private static func header(of object: GitObject) -> [UInt8] {
    let kind: UInt8
    switch object.kind {
    case .commit: kind = 1
    case .tree: kind = 2
    case .blob: kind = 3
    }
    var rest = object.bytes.count
    var result = [kind << 4 | UInt8(rest & 15)]
    rest >>= 4
    while rest > 0 {
      result[result.count - 1] |= 0x80
      result.append(UInt8(rest & 0x7F))
      rest >>= 7
    }
    return result
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }
}
