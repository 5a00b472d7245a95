package import DocMergeSystem
import Glibc

/// The sizes of the packs of a repository.
///
/// Each pack has one full version of a large document, so many packs take much more space than one. To rewrite all of
/// them costs in proportion to their size, so only small ones are rewritten.
package struct PackSizes {
  /// One pack.
  package struct Pack {
    package let path: SystemPath
    package let bytes: Int
  }

  /// Packs with fewer bytes in total become one.
  private static let mostInOne = 1 << 30
  /// This many bytes outside of the largest pack are no waste.
  private static let slack = 32 << 20

  /// From this many small packs on, saves write loose objects, and packing is due.
  package static let mostSmall = 24
  /// Packs with fewer bytes are small.
  package static let small = 1 << 20

  package let sum: Int
  package let count: Int
  private let largest: Int
  private let packs: [Pack]

  package init(_ packs: [Pack]) {
    self.packs = packs
    sum = packs.reduce(0) { $0 + $1.bytes }
    count = packs.count
    largest = packs.map(\.bytes).max() ?? 0
  }

  /// Whether all packs should become one.
  package var areOne: Bool { sum < Self.mostInOne }

  /// Whether one pack would take much less.
  package var areWasteful: Bool { areOne && sum - largest > max(Self.slack, largest / 2) }

  /// Whether there are at least as many small ones as allowed.
  package var areManySmall: Bool { packs.count { $0.bytes < Self.small } >= Self.mostSmall }

  /// The names of the files of packs that are not small.
  package var large: [String] {
    packs.filter { $0.bytes >= Self.small }.map { String(decoding: $0.path.name, as: UTF8.self) }
  }

  /// How many times as many objects as all smaller packs together a pack must have to stay.
  ///
  /// git fails where that times the objects of a pack exceeds 32 bits. Reads the start of each pack.
  ///
  /// - Throws: ``FileError``.
  package func factor() throws(FileError) -> Int {
    guard areOne else { return 2 }
    var most = 1
    for pack in packs { most = max(most, try pack.objects() ?? 0) }
    return min(Int(Int32.max), Int(UInt32.max) / most)
  }
}

extension PackSizes.Pack {
  /// The number of its objects; `nil` if it does not exist any more.
  fileprivate func objects() throws(FileError) -> Int? {
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
    return header[8...].reduce(0) { $0 << 8 | Int($1) }
  }
}
