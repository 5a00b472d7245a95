import DocMerge
import DocMergeLanguage

// Comparisons of documents of every kind.
extension DiffReport.Comparison {
  /// A version to compare, with its label.
  typealias Side = (label: String, contents: DocumentContents)

  /// Compares two versions of a document: two packages file by file, others as a whole.
  static func all(path: String, old: Side, new: Side) -> [Self] {
    guard case .package(let before) = old.contents, case .package(let after) = new.contents else {
      return [Self(path: path, old, new)]
    }
    func byPath(_ members: [DocumentContents.PackageMember]) -> [DocumentPath: DocumentContents] {
      Dictionary(members.map { ($0.path, $0.contents) }, uniquingKeysWith: { first, _ in first })
    }
    let (olds, news) = (byPath(before), byPath(after))
    return Set(olds.keys).union(news.keys).sorted().map { member in
      let name = member.display
      return Self(
        path: "\(path)/\(name)", ("\(old.label)/\(name)", olds[member] ?? .deleted),
        ("\(new.label)/\(name)", news[member] ?? .deleted))
    }
  }

  private init(path: String, _ old: Side, _ new: Side) {
    self.init(
      path: path, old: (old.label, old.contents.text), new: (new.label, new.contents.text),
      kinds: Kinds(old: old.contents.kind, new: new.contents.kind))
  }

  /// The kinds of the two versions.
  struct Kinds: Equatable {
    let old: DocumentKind
    let new: DocumentKind

    /// The change in words; `nil` where there is none.
    var words: String? {
      guard old != new else { return nil }
      return tr("was \(old.words), is \(new.words)")
    }
  }
}

extension DocumentKind {
  fileprivate var words: String {
    switch self {
    case .file: tr("a file")
    case .executable: tr("an executable file")
    case .symlink: tr("a link")
    case .package: tr("a package")
    case .deleted: tr("not there")
    }
  }
}

extension DocumentContents.PackageMember {
  fileprivate var contents: DocumentContents {
    kind == .symlink ? .symlink(bytes) : .file(bytes, isExecutable: kind == .executable)
  }
}

extension DocumentContents {
  fileprivate var kind: DocumentKind {
    switch self {
    case .file(_, let isExecutable): isExecutable ? .executable : .file
    case .symlink: .symlink
    case .package: .package
    case .deleted: .deleted
    }
  }

  /// The text to compare: the bytes, the target of a link, or the list of a package's files.
  fileprivate var text: [UInt8] {
    switch self {
    case .file(let bytes, _): bytes
    case .symlink(let target): target + [UInt8(ascii: "\n")]
    case .package(let members):
      members.flatMap { Array("\($0.path.display)  \(Words.size(Int64($0.bytes.count)))\n".utf8) }
    case .deleted: []
    }
  }
}
