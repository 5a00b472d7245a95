import DocMergeArchive

/// The parts of an office document, each by its name.
struct OfficePackage {
  private(set) var members: [String: ZipMember] = [:]
  /// The names, in the order of the archive.
  private(set) var names: [String] = []
  /// Whether all parts are in a single file of XML.
  var isFlat = false
  /// Whether that file has comments or processing instructions, which its parts have not.
  var hasRemarks = false

  /// The largest part of XML that is read, in bytes.
  private static let partLimit = 48 << 20

  init(_ archive: ZipArchive) {
    for member in archive.members { self[member.name] = member }
  }

  /// A part; `nil` where there is none, and setting that takes it away.
  subscript(name: String) -> ZipMember? {
    get { members[name] }
    set {
      if newValue == nil {
        names.removeAll { $0 == name }
      } else if members[name] == nil {
        names.append(name)
      }
      members[name] = newValue
    }
  }

  /// A part as XML; `nil` where there is none.
  func xml(_ name: String) throws(OfficeRefusal) -> XMLDocument? {
    guard let member = members[name] else { return nil }
    do throws(ArchiveRefusal) {
      return try XMLDocument(member.contents(limit: Self.partLimit), named: name)
    } catch {
      throw OfficeRefusal(error)
    }
  }

  /// The contents of a part.
  func contents(_ name: String) throws(OfficeRefusal) -> [UInt8]? {
    guard let member = members[name] else { return nil }
    do throws(ArchiveRefusal) {
      return try member.contents()
    } catch {
      throw OfficeRefusal(error)
    }
  }

  /// Writes a part; its time is the latest that the archive has, since one's own clock says nothing of it.
  mutating func write(_ document: XMLDocument, to name: String) {
    let bytes = document.bytes
    if let old = members[name], let contents = try? old.contents(), contents == bytes { return }
    self[name] = ZipMember(name: name, contents: bytes, like: members[name], time: latestTime)
  }

  private var latestTime: UInt32 { members.values.map(\.time).max() ?? 0 }

  /// The document as a file.
  ///
  /// - Throws: ``OfficeRefusal`` for a part that was damaged where it was copied from.
  func written() throws(OfficeRefusal) -> [UInt8] {
    if isFlat { return try FlatDocument.bytes(of: self) }
    do throws(ArchiveRefusal) {
      for name in names { try members[name]?.check() }
      return try ZipArchive(members: names.compactMap { members[$0] }).written()
    } catch {
      throw OfficeRefusal(error)
    }
  }
}

extension OfficePackage {
  /// The versions of a document with damaged parts taken from those in which the same parts are whole.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the parts that are not stored alike.
  static func repaired(
    base: OfficePackage, ours: OfficePackage, theirs: OfficePackage
  ) -> (base: OfficePackage, ours: OfficePackage, theirs: OfficePackage) {
    var versions = [base, ours, theirs]
    for name in Set(versions.flatMap(\.names)) {
      for index in versions.indices {
        guard let part = versions[index][name] else { continue }
        let others = versions.compactMap { $0[name] }.filter {
          $0.holdsSame(as: part) && $0.stored != part.stored
        }
        guard !others.isEmpty, !part.isWhole, let whole = others.first(where: \.isWhole) else {
          continue
        }
        versions[index][name] = whole
      }
    }
    return (versions[0], versions[1], versions[2])
  }
}

extension ZipMember {
  /// Whether it holds what its checksum says.
  fileprivate var isWhole: Bool { (try? check()) != nil }
}

/// A stable name for contents, which makes equal parts equal in all versions.
func contentName(of text: String) -> String {
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  return String(hash, radix: 16)
}

extension ZipMember {
  /// A stable name for what it holds.
  var contentName: String { "\(String(checksum, radix: 16))-\(size)" }
}
