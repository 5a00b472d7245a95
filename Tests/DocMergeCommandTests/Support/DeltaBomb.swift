import DocMergeContainer
import DocMergeObjects
import DocMergeSync
import DocMergeTestSupport
import DocMergeUpkeep
import Testing

/// A pack of a few kilobytes with a blob in it that has more than a gibibyte, and one that is cut from that.
struct DeltaBomb {
  /// A blob of a mebibyte of zeros.
  let base: ObjectID
  /// A blob of many more.
  let large: ObjectID
  /// A hundred of those zeros.
  let small: ObjectID

  private static let size = 1 << 20
  private static let copies = 1_200

  /// Puts the pack into a repository, with git, which takes as much memory once.
  init(in repository: String) throws {
    let pack = DeltaBomb.pack()
    let git = Program("git", in: repository)
    let sum = Program("sha1sum", in: repository).run([String](), input: pack).text.prefix(40)
    let trailer = try #require(ObjectID(hex: sum)?.bytes)
    try git.run(["index-pack", "--stdin"], exits: 0, input: pack + trailer)
    let path = "\(repository)/objects/pack/pack-\(sum).idx"
    // Lines of offset, id and checksum; they are in the order of the pack.
    let lines = git.run(["show-index"], input: File(path).bytes ?? []).lines
      .map { $0.split(separator: " ") }.sorted { (Int($0[0]) ?? 0) < (Int($1[0]) ?? 0) }
    base = try #require(ObjectID(hex: lines[0][1]))
    large = try #require(ObjectID(hex: lines[1][1]))
    small = try #require(ObjectID(hex: lines[2][1]))
  }

  private static func pack() -> [UInt8] {
    var pack = Array("PACK".utf8) + [0, 0, 0, 2, 0, 0, 0, 3]
    pack += header(3, size) + deflated([UInt8](repeating: 0, count: size))
    let start = pack.count
    let copy: [UInt8] = [0x80 | 0x40, UInt8(size >> 16)]
    let first = number(size) + number(size * copies) + (0..<copies).flatMap { _ in copy }
    pack += header(6, first.count) + distance(start - 12) + deflated(first)
    let second = number(size * copies) + number(100) + [0x80 | 0x10, 100]
    let here = pack.count
    return pack + header(6, second.count) + distance(here - start) + deflated(second)
  }

  /// The kind and the size of an object in a pack.
  private static func header(_ kind: UInt8, _ size: Int) -> [UInt8] {
    let rest = size >> 4
    let first = kind << 4 | UInt8(size & 15)
    return rest == 0 ? [first] : [first | 0x80] + number(rest)
  }

  private static func number(_ value: Int) -> [UInt8] {
    value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + number(value >> 7)
  }

  /// The distance back to the base object of a delta, encoded.
  private static func distance(_ value: Int) -> [UInt8] {
    var (result, rest) = ([UInt8(value & 0x7F)], value >> 7)
    while rest > 0 {
      rest -= 1
      result.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
      rest >>= 7
    }
    return result
  }

  /// zlib's form, without compression.
  private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
      result += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + [b >> 8, b & 0xFF, a >> 8, a & 0xFF].map { UInt8($0) }
  }
}
