import DocMerge
import DocMergeDecisions
import DocMergeFiles
import DocMergeLanguage
import DocMergeSystem

/// A file with conflict markers, as a document of a session.
struct MarkedFile {
  /// How far a person decided a conflict between markers.
  enum Decision: Equatable {
    /// Nothing of it is decided.
    case open
    /// It was split, and only a part of it is decided.
    case inPart
    /// The bytes that replace it.
    case settled([UInt8])
  }

  /// Its path, as given.
  let name: String
  /// Its contents, as read.
  let bytes: [UInt8]
  let text: ConflictedText
  /// The document, without decisions.
  let document: SessionDocument
  /// How many bytes each conflict has in the session, in all texts.
  private let sizes: [Int]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: Its path.
  ///   - path: Its name in the session.
  ///   - remembered: The earlier decisions for conflicts.
  /// - Throws: ``CommandError`` where it cannot be read, or its markers have more than two sides.
  init(
    _ name: String, path: String, remembered: ([ConflictKey]) throws -> [ConflictKey: [UInt8]]
  ) throws {
    (self.name, bytes) = (name, try InputFile.read(name))
    text = ConflictedText(bytes)
    guard let reconstructed = text.reconstructed(suggest: Self.suggestion),
      let sides = text.conflicts.first?.sides
    else { throw CommandError(description: tr("\(path) was changed meanwhile")) }
    let conflicts = reconstructed.merge.contents.conflicts
    sizes = conflicts.map(\.size)
    let known = try remembered(conflicts.compactMap(\.key))
    let decisions = TextDecisions(
      reconstructed.merge, inputs: (reconstructed.base, reconstructed.ours, reconstructed.theirs)
    ) { conflict in conflict.key.flatMap { known[$0] } }
    document = SessionDocument(
      path: path,
      versions: zip([tr("ours"), tr("theirs")], sides).map { name, side in
        .init(name: name, origin: side.label.map { PrintableText.escape($0) } ?? "", size: nil)
      },
      identity: "markers", text: decisions, hasOneResult: true, keepsMarkers: true)
  }

  /// Whether the markers of a file have two sides, so that a session can show them.
  static func canShow(_ file: String) throws -> Bool {
    let conflicts = ConflictedText(try InputFile.read(file)).conflicts
    return !conflicts.isEmpty && conflicts.allSatisfy { $0.sides.count == 2 }
  }

  /// The result of the boldest policy for a conflict, and the boldest rule used.
  private static func suggestion(for conflict: MarkedConflict) -> Region.Suggestion? {
    guard let base = conflict.base else { return nil }
    let merged = try? mergeText(
      base: Array(base.bytes), ours: Array(conflict.sides[0].bytes),
      theirs: Array(conflict.sides[1].bytes), options: TextMergeOptions(policy: .eager))
    guard let merged, let bytes = merged.clean else { return nil }
    let rules = merged.regions.compactMap { region -> MergeRule? in
      guard case .agreed(let agreed) = region, case .decided(let rule, _) = agreed.origin else {
        return nil
      }
      return rule
    }
    let boldest = rules.max { $0.risk.rank < $1.risk.rank }
    return Region.Suggestion(bytes: bytes, rule: boldest ?? .differentLines)
  }

  // MARK: - Decisions

  /// The decision of a person for each conflict.
  ///
  /// - Parameter document: The document as the person left it.
  /// - Returns: A decision for each conflict of the file, in order.
  func decisions(in document: SessionDocument) -> [Decision] {
    if case .version(let number) = document.whole {
      return text.conflicts.map { .settled(Array($0.sides[number].bytes)) }
    }
    var regions = (document.text?.regions ?? [])[...]
    return zip(text.conflicts, sizes).map { conflict, size in
      // A split conflict has several regions.
      var parts: [OpenRegion] = []
      repeat {
        guard let next = regions.popFirst() else { break }
        parts.append(next)
      } while parts.reduce(0, { $0 + $1.conflict.size }) < size
      let texts = parts.compactMap(\.decided)
      guard texts.count == parts.count, !parts.isEmpty else {
        return texts.isEmpty ? .open : .inPart
      }
      return .settled(joined(texts, of: conflict))
    }
  }

  /// The parts, each on lines of its own, with the line ends of the file.
  private func joined(_ parts: [[UInt8]], of conflict: MarkedConflict) -> [UInt8] {
    let isLast = text.pieces.last == .conflict(conflict)
    var result: [UInt8] = []
    for (index, part) in parts.enumerated() {
      result += part
      let isFollowed = index + 1 < parts.count || !isLast
      if isFollowed, let last = part.last, last != UInt8(ascii: "\n") {
        result.append(UInt8(ascii: "\n"))
      }
    }
    return text.withLineEndings(result)
  }
}

extension Region.Conflict {
  /// How many bytes the three texts have.
  fileprivate var size: Int { ours.count + theirs.count + (base?.count ?? 0) }
}
