import Glibc

/// How large the packs of a repository are.
///
/// Each pack has one version of a large document as a whole, so that many packs take much more than one. To
/// write all of them anew costs as much as they are large, so only small ones are.
struct PackSizes {
  struct Pack {
    var bytes: Int
    var objects: Int
  }

  /// Together, packs of fewer bytes become one.
  private static let mostInOne = 1 << 30
  /// So many bytes in other packs than the largest one are no waste.
  private static let slack = 32 << 20

  let sum: Int
  let count: Int
  private let largest: Int
  private let mostObjects: Int

  init(_ packs: [Pack]) {
    sum = packs.reduce(0) { $0 + $1.bytes }
    count = packs.count
    largest = packs.map(\.bytes).max() ?? 0
    mostObjects = packs.map(\.objects).max() ?? 0
  }

  /// Whether all packs are to become one.
  var areOne: Bool { sum < Self.mostInOne }

  /// Whether one pack would take much less.
  var areWasteful: Bool { areOne && sum - largest > max(Self.slack, largest / 2) }

  /// How many times as many objects as all smaller packs together a pack has that stays.
  ///
  /// Git ends with an error where that times the objects of a pack is no number of 32 bits.
  var factor: Int {
    areOne ? min(Int(Int32.max), Int(UInt32.max) / max(mostObjects, 1)) : 2
  }
}

extension PackSizes.Pack {
  /// The pack at a path; `nil` where none is any more.
  init?(at path: SystemPath) throws(FileError) {
    guard let size = try FileStatus.of(path)?.size else { return nil }
    let file = open(path.characters, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError("read", path)
    }
    defer { close(file) }
    // The signature, the version, and the number of objects, four bytes each.
    var header = [UInt8](repeating: 0, count: 12)
    guard pread(file, &header, header.count, 0) == header.count else {
      throw FileError("read", path)
    }
    self.init(bytes: Int(size), objects: header[8...].reduce(0) { $0 << 8 | Int($1) })
  }
}
