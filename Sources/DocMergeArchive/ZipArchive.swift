internal import DocMergeMinizip

/// The members of a zip archive, compressed as they are stored.
///
///     let archive = try ZipArchive(bytes)
///     try archive["word/document.xml"].map { try $0.contents() }
package struct ZipArchive: Sendable, Hashable {
  /// The members, in the order of the table of contents.
  package var members: [ZipMember]

  /// How many members an archive may have.
  package static let memberLimit = 20_000

  /// Makes an archive of members.
  package init(members: [ZipMember]) {
    self.members = members
  }

  /// Reads the table of contents, and the members as they are stored.
  ///
  /// - Throws: ``ArchiveRefusal`` for an archive that is damaged, encrypted or too large.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package init(_ bytes: [UInt8]) throws(ArchiveRefusal) {
    let file = MemoryFile(bytes)
    guard let zip = file.openForReading() else { throw .notZip }
    defer { unzClose(zip) }
    members = []
    var names: Set<String> = []
    var rest = bytes.count
    var status = unzGoToFirstFile(zip)
    while status == UNZ_OK {
      guard members.count < Self.memberLimit else { throw .tooLarge("the archive") }
      let member = try Self.member(of: zip, sizeLimit: rest)
      guard names.insert(member.name).inserted else { throw .doubled(member.name) }
      // Members that share their bytes would need more memory than the file.
      rest -= member.stored.count
      guard rest >= 0 else { throw .tooLarge(member.name) }
      members.append(member)
      status = unzGoToNextFile(zip)
    }
    guard status == UNZ_END_OF_LIST_OF_FILE, !members.isEmpty else { throw .notZip }
  }

  private static func member(
    of zip: unzFile, sizeLimit: Int
  ) throws(ArchiveRefusal) -> ZipMember {
    var info = unz_file_info64()
    var name = [CChar](repeating: 0, count: 4096)
    guard unzGetCurrentFileInfo64(zip, &info, &name, 4095, nil, 0, nil, 0) == UNZ_OK,
      info.size_filename < 4095
    else { throw .notZip }
    let text = String(decoding: name.prefix(Int(info.size_filename)).map(UInt8.init), as: UTF8.self)
    guard info.flag & 1 == 0 else { throw .encrypted(text) }
    guard info.compressed_size <= sizeLimit, let size = Int(exactly: info.uncompressed_size) else {
      throw .damaged(text)
    }
    var (method, level): (Int32, Int32) = (0, 0)
    guard unzOpenCurrentFile2(zip, &method, &level, 1) == UNZ_OK else { throw .damaged(text) }
    defer { unzCloseCurrentFile(zip) }
    var stored = [UInt8](repeating: 0, count: Int(info.compressed_size))
    var read = 0
    while read < stored.count {
      let count = stored.withUnsafeMutableBytes { buffer in
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[read...].prefix(1 << 24))
        return unzReadCurrentFile(zip, rest.baseAddress, UInt32(rest.count))
      }
      guard count > 0 else { throw .damaged(text) }
      read += Int(count)
    }
    return ZipMember(
      name: text, method: ZipMember.Method(rawValue: Int(info.compression_method)), stored: stored,
      size: size, checksum: UInt32(info.crc),
      time: UInt32(truncatingIfNeeded: info.dosDate),
      attributes: UInt32(truncatingIfNeeded: info.external_fa))
  }

  /// The member with a name.
  ///
  /// - Complexity: O(*n*), *n* being the number of members.
  package subscript(name: String) -> ZipMember? { members.first { $0.name == name } }

  /// The archive as a file; the same members always make the same bytes.
  ///
  /// - Throws: ``ArchiveRefusal`` where a member is too large to be written.
  package func written() throws(ArchiveRefusal) -> [UInt8] {
    let file = MemoryFile([])
    guard let zip = file.openForWriting() else { throw .notZip }
    var refusal: ArchiveRefusal?
    for member in members where refusal == nil {
      if !Self.write(member, to: zip) { refusal = .tooLarge(member.name) }
    }
    guard zipClose(zip, nil) == ZIP_OK else { throw refusal ?? .notZip }
    if let refusal { throw refusal }
    return file.bytes
  }

  private static func write(_ member: ZipMember, to zip: zipFile) -> Bool {
    var info = zip_fileinfo()
    info.dosDate = UInt(member.time)
    info.external_fa = UInt(member.attributes)
    // Names beyond ASCII are in UTF-8, which a flag says.
    let isASCII = member.name.utf8.allSatisfy { $0 < 0x80 }
    guard
      zipOpenNewFileInZip4_64(
        zip, member.name, &info, nil, 0, nil, 0, nil, Int32(member.method?.rawValue ?? 0), 6, 1,
        -15, 8, 0, nil, 0, 20, isASCII ? 0 : 1 << 11, 0) == ZIP_OK
    else { return false }
    let isWritten = member.stored.withUnsafeBytes {
      zipWriteInFileInZip(zip, $0.baseAddress, UInt32($0.count)) == ZIP_OK
    }
    return zipCloseFileInZipRaw64(zip, UInt64(member.size), UInt(member.checksum)) == ZIP_OK
      && isWritten
  }
}
