/// The pack format, version 2, without deltas (git's `gitformat-pack`).
package enum PackFile {
  /// A whole pack: header, deflated objects, and the SHA-1 of all that.
  ///
  /// Linear in the bytes of the objects.
  package static func bytes(of objects: [GitObject]) throws(GitError) -> [UInt8] {
    let deflater = try Deflater()
    var pack: [UInt8] = Array("PACK".utf8) + bigEndian(2) + bigEndian(UInt32(objects.count))
    for object in objects {
      pack += header(of: object)
      try deflater.deflate(object.bytes, onto: &pack)
    }
    pack += SHA1.hash(pack)
    return pack
  }

  /// Kind and size: four bits of the size in the first byte, seven in each that follows.
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
