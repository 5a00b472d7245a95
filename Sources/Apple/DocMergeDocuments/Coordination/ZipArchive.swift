import Foundation

/// A package as one file: an uncompressed ZIP archive, with the package's own name as its top folder.
enum ZipArchive {
  private struct Member {
    var name: [UInt8]
    var checksum: UInt32
    var size: UInt32
    var offset: UInt32
    var mode: UInt16
  }

  /// The archive of a folder.
  ///
  /// - Throws: what reading throws, and `CocoaError.fileWriteOutOfSpace` beyond the 4 GB of the format.
  static func pack(_ folder: URL) throws -> Data {
    var data = Data()
    var members: [Member] = []
    let top = folder.lastPathComponent
    try add(Data(), name: Array("\(top)/".utf8), mode: 0o040755, to: &data, &members)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      let item = folder.appending(path: path)
      let attributes = try FileManager.default.attributesOfItem(atPath: item.path)
      let mode = UInt16((attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o644)
      let name = Array("\(top)/\(path)".utf8)
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory?:
        try add(Data(), name: name + [47], mode: mode | 0o040000, to: &data, &members)
      case .typeSymbolicLink?:
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: item.path)
        try add(Data(target.utf8), name: name, mode: 0o120777, to: &data, &members)
      default:
        try add(try Data(contentsOf: item), name: name, mode: mode | 0o100000, to: &data, &members)
      }
    }
    close(&data, members)
    return data
  }

  private static func add(
    _ contents: Data, name: [UInt8], mode: UInt16, to data: inout Data, _ members: inout [Member]
  ) throws {
    guard data.count + contents.count + name.count < Int(UInt32.max) - 1 << 20,
      members.count < Int(UInt16.max)
    else { throw CocoaError(.fileWriteOutOfSpace) }
    let member = Member(
      name: name, checksum: checksum(contents), size: UInt32(contents.count),
      offset: UInt32(data.count), mode: mode)
    members.append(member)
    put(UInt32(0x0403_4B50), to: &data)
    common(member, to: &data)
    data += member.name
    data += contents
  }

  /// The common part of a member's entry and its line in the directory: a name in UTF-8, nothing compressed.
  private static func common(_ member: Member, to data: inout Data) {
    put(UInt16(20), to: &data)
    put(UInt16(0x0800), to: &data)
    put(UInt16(0), to: &data)
    // 1 January 1980, the earliest date of the format.
    put(UInt16(0), to: &data)
    put(UInt16(0x0021), to: &data)
    put(member.checksum, to: &data)
    put(member.size, to: &data)
    put(member.size, to: &data)
    put(UInt16(member.name.count), to: &data)
    put(UInt16(0), to: &data)
  }

  private static func close(_ data: inout Data, _ members: [Member]) {
    let start = UInt32(data.count)
    for member in members {
      put(UInt32(0x0201_4B50), to: &data)
      // Made on a system with file modes.
      put(UInt16(3 << 8 | 20), to: &data)
      common(member, to: &data)
      put(UInt16(0), to: &data)
      put(UInt16(0), to: &data)
      put(UInt16(0), to: &data)
      put(UInt32(member.mode) << 16, to: &data)
      put(member.offset, to: &data)
      data += member.name
    }
    let size = UInt32(data.count) - start
    put(UInt32(0x0605_4B50), to: &data)
    put(UInt32(0), to: &data)
    put(UInt16(members.count), to: &data)
    put(UInt16(members.count), to: &data)
    put(size, to: &data)
    put(start, to: &data)
    put(UInt16(0), to: &data)
  }

  private static func put<Number: FixedWidthInteger>(_ number: Number, to data: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { data += $0 }
  }

  private static func put(_ number: UInt32, to data: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { data += $0 }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }

  private static func checksum(_ data: Data) -> UInt32 {
    let table = table
    return ~data.reduce(~UInt32(0)) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }
}
