import DocMergeCore
import DocMergeZlib

/// Objects that are to be written together: a few as loose files, many as one pack.
///
/// A loose object costs a file, a rename and two synchronisations; a pack costs that once for all of
/// its objects. Nothing is in the repository before ``flush(into:)`` returns.
package struct ObjectBatch {
  private var objects: [ObjectID: GitObject] = [:]
  private var size = 0

  /// From this many objects on, a pack is written.
  private static let packThreshold = 100
  /// From this many bytes on, ``isLarge`` asks for a flush, to bound memory.
  private static let largeSize = 64 << 20

  package init() {}

  /// Adds an object, once, and returns its id.
  package mutating func add(_ object: GitObject) throws(GitError) -> ObjectID {
    let id = try object.id
    if objects.updateValue(object, forKey: id) == nil { size += object.bytes.count }
    return id
  }

  /// Whether so much is waiting that it should be flushed before more is added.
  package var isLarge: Bool { size >= ObjectBatch.largeSize }

  /// Writes everything that the repository lacks, durably, and empties the batch.
  package mutating func flush(into git: GitStore) throws(GitError) {
    let waiting = objects
    objects = [:]
    size = 0
    if waiting.count < ObjectBatch.packThreshold {
      for object in waiting.values {
        try git.access { session throws(GitError) in try session.write(object) }
      }
      return
    }
    let missing = waiting.filter { !git.contains($0.key) }.sorted { $0.key < $1.key }
    guard !missing.isEmpty else { return }
    let pack = try PackFile.bytes(of: missing.map(\.value))
    try git.access { session throws(GitError) in try session.writePack([pack]) }
  }
}

/// The pack format, version 2, without deltas (git's `gitformat-pack`).
enum PackFile {
  /// A whole pack: header, deflated objects, SHA-1 of all that.
  static func bytes(of objects: [GitObject]) throws(GitError) -> [UInt8] {
    var pack: [UInt8] = Array("PACK".utf8) + bigEndian(2) + bigEndian(UInt32(objects.count))
    for object in objects {
      append(header(of: object), to: &pack)
      try appendDeflated(object.bytes, to: &pack)
    }
    pack += SHA1.hash(pack)
    return pack
  }

  private static func append(_ bytes: [UInt8], to pack: inout [UInt8]) {
    pack += bytes
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

  /// Level 1: an import is bound by it, and git's own repacking compresses better later.
  private static func appendDeflated(
    _ bytes: [UInt8], to pack: inout [UInt8]
  ) throws(GitError) {
    var count = compressBound(UInt(bytes.count))
    var status = Z_OK
    let start = pack.count
    pack.append(contentsOf: repeatElement(0, count: Int(count)))
    pack.withUnsafeMutableBufferPointer { target in
      guard let base = target.baseAddress else { return }
      status = compress2(base + start, &count, bytes, UInt(bytes.count), 1)
    }
    guard status == Z_OK else {
      throw GitError(
        code: .init(rawValue: -1), function: "compress2", message: "zlib failed with \(status)")
    }
    pack.removeLast(pack.count - start - Int(count))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian, Array.init)
  }
}
