/// The files that the objects of a repository lie in.
struct ObjectFiles {
  let repository: String

  /// The objects in files of their own, by one part in 256 of them, as git counts.
  func looseInOnePart() throws(FileError) -> Int {
    try count(in: "objects/17") { $0.count == 38 }
  }

  /// The objects in files of their own; linear in them.
  func loose() throws(FileError) -> Int {
    var result = 0
    for number in 0..<256 {
      let digits = String(number, radix: 16)
      result += try count(in: "objects/\(digits.count == 1 ? "0" : "")\(digits)") {
        $0.count == 38
      }
    }
    return result
  }

  /// The packs.
  func packs() throws(FileError) -> Int {
    try count(in: "objects/pack", where: Self.isPack)
  }

  /// How many bytes each pack takes; one that goes away meanwhile is left out.
  func packSizes() throws(FileError) -> [Int] {
    let folder = SystemPath("\(repository)/objects/pack")
    guard try FileStatus.of(folder) != nil else { return [] }
    var sizes: [Int] = []
    for entry in try Files.entries(of: folder) where Self.isPack(entry.name) {
      let status = try FileStatus.of(folder.appending(entry.name))
      if let status { sizes.append(Int(status.size)) }
    }
    return sizes
  }

  private static func isPack(_ name: [UInt8]) -> Bool {
    name.suffix(5).elementsEqual(".pack".utf8)
  }

  /// Whether there are more loose objects, or packs, than there should be.
  func exceed(loose: Int, packs: Int) throws(FileError) -> Bool {
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
