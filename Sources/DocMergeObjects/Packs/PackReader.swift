import DocMergeSystem
import DocMergeZlib

/// The packs of a repository, read by any number of threads at once.
///
/// libgit2 takes process-wide locks for every object in a pack, even if each thread has a repository of its own: with
/// two threads a fifth of the time was spent waiting for them. Here only constant memory is shared. Objects are read
/// that are not deltas, and not large; for all others, and for damaged ones, the result is `nil`, and libgit2 is asked.
///
/// The formats are those of git's `gitformat-pack`: packs, and indexes of version 2.
package final class PackReader: Sendable {
  /// Larger objects gain nothing, and stated sizes are not trusted here.
  private static let largest = 1 << 20

  private let packs: [Pack]

  /// Opens the current packs of a repository; later ones are not seen.
  ///
  /// - Parameters:
  ///   - repository: the path of the repository.
  ///   - isForeign: whether another program may change it meanwhile.
  package init(repository: String, isForeign: Bool = false) {
    let folder = SystemPath("\(repository)/objects/pack")
    // libgit2 reports a folder that cannot be listed.
    let entries = (try? Files.entries(of: folder)) ?? []
    packs = entries.filter { $0.name.suffix(4).elementsEqual(".idx".utf8) }
      .sorted { $0.status.size > $1.status.size }
      .compactMap { entry in
        Pack(
          index: folder.appending(entry.name),
          pack: folder.appending(entry.name.dropLast(4) + ".pack".utf8), isForeign: isForeign)
      }
  }

  /// Whether an object is in a pack, in any form.
  ///
  /// Logarithmic in the number of objects.
  package func contains(_ id: ObjectID) -> Bool { packs.contains { $0.offset(of: id) != nil } }

  /// The kind and the size of an object.
  package func header(of id: ObjectID) -> GitObject.Header? {
    for pack in packs {
      if let offset = pack.offset(of: id) { return pack.header(at: offset)?.header }
    }
    return nil
  }

  /// An object, if its bytes match its id.
  package func object(_ id: ObjectID) -> GitObject? {
    for pack in packs {
      guard let offset = pack.offset(of: id) else { continue }
      guard let object = pack.object(at: offset, atMost: PackReader.largest),
        object.hash == id.bytes
      else { return nil }
      return object
    }
    return nil
  }
}

/// One pack with its index.
private struct Pack: Sendable {
  private let index: PackBytes
  private let pack: PackBytes
  /// The number of objects.
  private let count: Int

  private static let fanout = 8
  private static let ids = fanout + 256 * 4
  /// The hashes at the end of an index: the pack's, and its own.
  private static let trailer = 40

  /// The maximum number of bytes before the contents of an object.
  private static let longestHeader = 32

  init?(index path: SystemPath, pack packPath: SystemPath, isForeign: Bool) {
    guard let index = PackBytes(path, isForeign: isForeign, isSearched: true),
      let pack = PackBytes(packPath, isForeign: isForeign, isSearched: false),
      let (isRight, count) = index.withBytes(
        0..<Pack.ids,
        { bytes in
          (
            bytes.number(0) == 0xFF74_4F63 && bytes.number(4) == 2,
            Int(bytes.number(Pack.fanout + 255 * 4))
          )
        }),
      isRight, index.count >= Pack.ids + count * 28 + Pack.trailer,
      pack.withBytes(0..<4, { $0.elementsEqual("PACK".utf8) }) == true
    else { return nil }
    (self.index, self.pack, self.count) = (index, pack, count)
  }

  /// The offset of an object in the pack; `nil` if it is not in it.
  ///
  /// Hashes are distributed evenly, so the first probes are at the expected place of the id.
  func offset(of id: ObjectID) -> Int? {
    let place = index.withBytes(0..<index.count) { bytes -> Int? in
      let first = id.firstByte
      var low = first == 0 ? 0 : Int(bytes.number(Pack.fanout + (first - 1) * 4))
      var high = Int(bytes.number(Pack.fanout + first * 4))
      guard low <= high, high <= count else { return nil }
      var span = Span(id)
      while low < high {
        let middle = span.guess(low, high) ?? (low + high) / 2
        guard let found = bytes.id(Pack.ids + middle * 20) else { return nil }
        if found == id {
          let offset = bytes.number(Pack.ids + count * 24 + middle * 4)
          // Offsets beyond two gibibytes are in another table.
          return offset & 0x8000_0000 == 0 ? Int(offset) : nil
        }
        if found < id {
          (low, span.low) = (middle + 1, found.key)
        } else {
          (high, span.high) = (middle, found.key)
        }
      }
      return nil
    }
    return place ?? nil
  }

  /// A range of ids, by the bytes behind their first.
  private struct Span {
    let key: UInt64
    var low: UInt64 = 0
    var high: UInt64 = 1 << 32
    /// After this many probes the ids are not distributed like hashes, and bisection is safer.
    private var looks = 4

    init(_ id: ObjectID) { key = id.key }

    /// The expected place of the id among evenly distributed ones; `nil` if that is not known.
    mutating func guess(_ first: Int, _ end: Int) -> Int? {
      guard looks > 0, low <= key, key < high else { return nil }
      looks -= 1
      return first + Int((key - low) * UInt64(end - first) / (high - low))
    }
  }

  /// The kind of an object, and where its compressed bytes begin; `nil` for deltas and tags.
  func header(at offset: Int) -> (header: GitObject.Header, start: Int)? {
    guard offset < pack.count else { return nil }
    let range = offset..<min(offset + Pack.longestHeader, pack.count)
    let found = pack.withBytes(range) { bytes -> (header: GitObject.Header, start: Int)? in
      var place = 0
      func next() -> Int? {
        guard place < bytes.count else { return nil }
        defer { place += 1 }
        return Int(bytes[place])
      }
      guard var byte = next() else { return nil }
      let kind: GitObject.Kind
      switch byte >> 4 & 7 {
      case 1: kind = .commit
      case 2: kind = .tree
      case 3: kind = .blob
      default: return nil
      }
      var (size, shift) = (byte & 15, 4)
      while byte & 0x80 != 0 {
        guard shift < 56, let more = next() else { return nil }
        byte = more
        size |= (byte & 0x7F) << shift
        shift += 7
      }
      return (.init(kind: kind, size: size), offset + place)
    }
    return found ?? nil
  }

  /// An object that is not a delta; `nil` if it is larger than `limit`, or damaged.
  func object(at offset: Int, atMost limit: Int) -> GitObject? {
    guard let (header, start) = header(at: offset), header.size <= limit else { return nil }
    // zlib writes no longer streams than this; a longer one is left to libgit2.
    let end = min(start + header.size + header.size / 512 + 128, pack.count)
    guard start < end else { return nil }
    let bytes = pack.withBytes(start..<end) { Pack.inflate($0, to: header.size) }
    return (bytes ?? nil).map { GitObject(kind: header.kind, bytes: $0) }
  }

  /// Unpacks a zlib stream of `size` bytes.
  private static func inflate(_ input: UnsafeRawBufferPointer, to size: Int) -> [UInt8]? {
    var isDone = false
    let result = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { output, count in
      var stream = z_stream()
      let length = Int32(MemoryLayout<z_stream>.size)
      guard inflateInit_(&stream, ZLIB_VERSION, length) == Z_OK else { return }
      defer { inflateEnd(&stream) }
      // zlib does not write to its input, although the type allows it.
      stream.next_in = UnsafeMutablePointer(
        mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
      stream.avail_in = UInt32(min(input.count, Int(UInt32.max)))
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      isDone = DocMergeZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out == size
      count = isDone ? size : 0
    }
    return isDone ? result : nil
  }
}

extension UnsafeRawBufferPointer {
  /// A number of four bytes, big endian.
  fileprivate func number(_ offset: Int) -> UInt32 {
    UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  fileprivate func id(_ offset: Int) -> ObjectID? {
    ObjectID(raw: UnsafeRawBufferPointer(rebasing: self[offset..<(offset + 20)]))
  }
}

extension GitObject {
  /// The bytes of ``id``, by plain SHA-1; git checks for collisions on fetch, or once a clone is done, and nothing is
  /// changed before that.
  fileprivate var hash: [UInt8] {
    let name =
      switch kind {
      case .commit: "commit"
      case .tree: "tree"
      case .blob: "blob"
      }
    return SHA1.hash(Array("\(name) \(bytes.count)\0".utf8) + bytes)
  }
}
