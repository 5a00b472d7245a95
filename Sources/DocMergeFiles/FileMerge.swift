public import DocMergeCore
import DocMergePOSIX
import Glibc

/// A merge of three files as `git merge-file` does it, with its options and its exit status.
///
///     FileMerge(current: Array("ours.md".utf8), base: …, other: …).run()  // 0: merged cleanly
public struct FileMerge: Sendable, Hashable {
  /// The path of ours, which takes the result.
  public var current: [UInt8]
  /// The path of the base.
  public var base: [UInt8]
  /// The path of theirs.
  public var other: [UInt8]

  /// Whether the result goes to standard output, and `current` stays as it is.
  public var printsResult = false
  /// Whether messages are left out.
  public var isQuiet = false
  /// What the markers say of current, base and other, as far as it is not their paths.
  public var labels: [[UInt8]] = []
  /// How conflicts are shown.
  public var style = ConflictStyle.merge
  /// Who settles the conflicts; `nil` leaves them.
  public var favour: Favour?
  /// How long markers are; 0 and less stand for git's 7.
  public var markerSize = 7
  /// How lines are compared.
  public var algorithm = DiffAlgorithm.myers

  /// Names the files, by paths that need not be text.
  public init(current: [UInt8], base: [UInt8], other: [UInt8]) {
    self.current = current
    self.base = base
    self.other = other
  }

  /// The exit status for arguments that make no sense.
  public static let usageStatus: Int32 = 129
  private static let failureStatus: Int32 = 255

  /// Merges and writes the result.
  ///
  /// The result is the exit status: the number of conflicts, at most 127, or 255 after an error,
  /// which is reported on standard error.
  public func run() -> Int32 {
    do {
      return try merged()
    } catch {
      if !isQuiet { Messages.write(error.message) }
      return Self.failureStatus
    }
  }

  private func merged() throws(FileFailure) -> Int32 {
    let ours = try text(current)
    let ancestor = try text(base)
    let theirs = try text(other)
    let texts = TextBuffers(base: ancestor.bytes, ours: ours.bytes, theirs: theirs.bytes)
    let size = ancestor.bytes.count + ours.bytes.count + theirs.bytes.count
    if size > 1 << 20 { docmerge_prepare_heap(size + size / 2) }
    let profile = MergeProfile(algorithm: algorithm, zeal: .zealousAlphanumeric)
    let plan = MergePlan(
      texts, options: MergeOptions(profile: profile, style: style, favour: favour),
      pair: .twoThreads)
    try checkMarkerSize(plan)
    if printsResult {
      var output = OutputFile(STDOUT_FILENO)
      write(plan, of: texts, to: &output)
      guard output.failure == 0 else {
        throw FileFailure("Could not write to %", current, reason: output.failure)
      }
    } else {
      try FileReplacement(current).replace { output in write(plan, of: texts, to: &output) }
    }
    return Int32(min(plan.conflictCount, 127))
  }

  /// Git gives up on markers that would be longer in all than its numbers go; so does this.
  private func checkMarkerSize(_ plan: MergePlan) throws(FileFailure) {
    let length = markerSize * (style == .merge ? 3 : 4)
    guard plan.conflictCount > 0, length > Int(Int32.max) else { return }
    throw FileFailure("Markers of % bytes are too long", Array(String(markerSize).utf8))
  }

  private func write(_ plan: MergePlan, of texts: TextBuffers, to output: inout OutputFile) {
    let names = [current, base, other].enumerated().map { index, path in
      index < labels.count ? labels[index] : path
    }
    plan.forEachPart(
      of: texts, labels: MarkerLabels(ours: names[0], base: names[1], theirs: names[2]),
      markerSize: markerSize > 0 ? markerSize : 7
    ) { output.append($0) }
    output.flush()
  }

  private func text(_ path: [UInt8]) throws(FileFailure) -> MappedFile {
    let file = try MappedFile(path)
    // As git: a NUL further behind does not keep it from merging.
    if file.bytes.prefix(8000).contains(0) {
      throw FileFailure("Cannot merge binary files: %", path)
    }
    return file
  }
}
