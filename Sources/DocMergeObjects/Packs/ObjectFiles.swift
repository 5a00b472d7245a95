package import DocMergeSystem

/// The files that store the objects of a repository.
package struct ObjectFiles {
  package let repository: String

  package init(repository: String) {
    self.repository = repository
  }

  /// The number of loose objects, by one part in 256 of them, as git counts.
  func looseInOnePart() throws(FileError) -> Int {
    try count(in: "objects/17") { $0.count == 38 }
  }

  /// The number of loose objects; linear in it.
  package func loose() throws(FileError) -> Int {
    var result = 0
    for number in 0..<256 {
      let digits = String(number, radix: 16)
      result += try count(in: "objects/\(digits.count == 1 ? "0" : "")\(digits)") {
        $0.count == 38
      }
    }
    return result
  }

  /// The number of packs.
  package func packs() throws(FileError) -> Int {
    try count(in: "objects/pack", where: Self.isPack)
  }

  /// The sizes of the packs that git may combine with others; one that is removed meanwhile is left out.
  package func packSizes() throws(FileError) -> PackSizes {
    let folder = SystemPath("\(repository)/objects/pack")
    guard try FileStatus.of(folder) != nil else { return PackSizes([]) }
    let names = Set(try Files.entries(of: folder).map(\.name))
    var packs: [PackSizes.Pack] = []
    for name in names where Self.isPack(name) {
      // Marked packs stay as they are; one without an index is none, or not yet.
      let marks = [".keep", ".mtimes"].map { Array(name.dropLast(5)) + Array($0.utf8) }
      guard marks.allSatisfy({ !names.contains($0) }),
        names.contains(Array(name.dropLast(5)) + Array(".idx".utf8))
      else { continue }
      let path = folder.appending(name)
      guard let size = try FileStatus.of(path)?.size else { continue }
      packs.append(PackSizes.Pack(path: path, bytes: Int(size)))
    }
    return PackSizes(packs)
  }

  private static func isPack(_ name: [UInt8]) -> Bool {
    name.suffix(5).elementsEqual(".pack".utf8)
  }

  /// Whether there are more loose objects, or packs, than there should be.
  package func exceed(loose: Int, packs: Int) throws(FileError) -> Bool {
    if try looseInOnePart() > (loose + 255) / 256 { return true }
    return try packs < self.packs()
  }

  private func count(
    in folder: String, where isMeant: ([UInt8]) -> Bool
  ) throws(FileError) -> Int {
    let path = SystemPath("\(repository)/\(folder)")
    guard try FileStatus.of(path) != nil else { return 0 }
    return try Files.entries(of: path).count { isMeant($0.name) }
  }
}
