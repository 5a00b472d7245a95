/// Three texts whose layers (encoding, byte-order mark, line endings, final newline) have been
/// taken off, so that only their contents are left to merge.
///
///     let texts = LayeredTexts(base: base, ours: ours, theirs: theirs)
///     let merged = merge(base: texts.base, ours: texts.ours, theirs: texts.theirs)
///     texts.restore(merged)  // regions as the bytes of a file
///
/// Each layer is merged by itself: the side that changed it decides. Line endings are merged line by line;
/// a line that only one side has follows when the other side converted all such endings. Texts in UTF-8
/// with `\n` at the end of each line and no byte-order mark need no layers taken off, and are passed on as they
/// are.
public struct LayeredTexts: Sendable {
  /// The base in UTF-8, with `\n` at the end of each line.
  public private(set) var base: [UInt8]

  /// The same of ours.
  public private(set) var ours: [UInt8]

  /// The same of theirs.
  public private(set) var theirs: [UInt8]

  /// Why the texts cannot be merged, if so; then they are unchanged.
  public private(set) var obstacle: MergeObstacle?

  /// Puts the layers back; `nil` if none were taken off.
  private(set) var restorer: LayerRestorer?

  /// Whether any layers were taken off.
  var hasLayers: Bool { restorer != nil }

  /// Takes the layers off.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes; where line endings differ within a text,
  ///   that of ``LineMerge`` once a merge is restored.
  public init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (self.base, self.ours, self.theirs) = (base, ours, theirs)
    obstacle = nil
    restorer = nil
    guard !Self.arePlain(base, ours, theirs) else { return }
    do throws(EncodingTriple.Refusal) {
      let layers = try LayerRestorer(base: base, ours: ours, theirs: theirs)
      self.base = layers.base.lines.content
      self.ours = layers.ours.lines.content
      self.theirs = layers.theirs.lines.content
      restorer = layers
    } catch {
      self.obstacle = error.obstacle
    }
  }

  /// Takes the texts as they are, with their layers.
  init(plainBase: [UInt8], ours: [UInt8], theirs: [UInt8]) {
    (base, self.ours, self.theirs) = (plainBase, ours, theirs)
  }

  private static func arePlain(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8]) -> Bool {
    guard let base = PlainText(base), let ours = PlainText(ours), let theirs = PlainText(theirs)
    else { return false }
    return ![base, ours, theirs].contains { $0.hasFinalNewline == false }
  }

  /// The merge of texts that cannot be merged, without a look into them.
  ///
  /// That is one whole text if only one side changed it, or one conflict of everything.
  public func refused(style: ConflictStyle) -> Merged? {
    guard let obstacle else { return nil }
    let foregone = Region.Agreed.foregone(base: base, ours: ours, theirs: theirs)
    if let foregone {
      return Merged(regions: foregone.bytes.isEmpty ? [] : [.agreed(foregone)], style: style)
    }
    let all = Region.Conflict(base: base[...], ours: ours[...], theirs: theirs[...])
    var merged = Merged(regions: [.conflict(all)], style: style)
    merged.obstacle = obstacle
    return merged
  }

  /// The merge of the texts with its layers on again.
  ///
  /// Where layers were taken off, the bytes of the regions are made anew, and their indices are no
  /// longer offsets into a text. Lines that a rule wrote get the line endings of the same
  /// lines in the conflict that it settled.
  public func restore(_ merged: Merged) -> Merged {
    restorer?.restore(merged) ?? merged
  }

  /// A merge of the texts, with its last conflict cut in the same way as by ``restore(_:)``.
  func outline(of merged: Merged) -> Merged {
    restorer?.withoutFinalNewline(merged) ?? merged
  }
}

extension Region.Agreed {
  /// A whole text that is the result without a look into it, since only one side changed the base or both did the
  /// same.
  package static func foregone(
    base: [UInt8], ours: [UInt8], theirs: [UInt8]
  ) -> Region.Agreed? {
    if ours == theirs { return .init(bytes: ours[...], origin: ours == base ? .base : .both) }
    if theirs == base { return .init(bytes: ours[...], origin: .ours) }
    return ours == base ? .init(bytes: theirs[...], origin: .theirs) : nil
  }
}
