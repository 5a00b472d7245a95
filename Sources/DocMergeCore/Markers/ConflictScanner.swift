/// Goes through the lines of a text once, and cuts it at its conflicts.
struct ConflictScanner {
  private(set) var pieces: [ConflictedText.Piece] = []
  private(set) var findings: [MarkerFinding] = []

  let lines: Lines
  private let markerSize: Int?
  /// Whether markers are looked for within lines, too.
  private let readsJoined: Bool
  /// The marker that starts the current conflict, and those that follow with the same length.
  private var opening: MarkerLine?
  private var inner: [MarkerLine] = []
  /// Markers outside of a conflict that are reported only if a closing one follows.
  private var suspects: [UInt8: MarkerLine] = [:]
  /// The start of the text that is not yet in a piece.
  private var start = 0
  /// The first line after text that is left as it is.
  private var resumed = 0
  /// The ends of conflicts that contain others, by their starts; computed when first needed.
  private lazy var nests = NestedConflicts.ends(in: lines, markerSize: markerSize)

  init(_ text: [UInt8], markerSize: Int?, readsJoined: Bool = true) {
    lines = Lines(text)
    self.markerSize = markerSize
    self.readsJoined = readsJoined
  }

  mutating func scan() {
    for index in lines.indices {
      guard index >= resumed else { continue }
      let minimum = opening?.size ?? markerSize ?? 7
      guard let line = MarkerLine(lines[index], index: index, minimum: minimum) else { continue }
      if let opening {
        if line.size == opening.size { follow(opening, line) }
      } else if markerSize ?? line.size == line.size {
        begin(line)
      }
    }
    if let opening, !readJoined(opening, until: lines.count) { giveUp(opening) }
    if start < lines.bytes.count { pieces.append(.text(lines.bytes[start...])) }
  }

  /// A marker outside of a conflict.
  private mutating func begin(_ line: MarkerLine) {
    switch line.byte {
    case .opening:
      opening = line
      inner = []
      suspects = [:]
    case .closing:
      findings += (suspects.values + [line]).map(Self.stray)
      suspects = [:]
    case .base where line.label != nil, .percent where line.startsChanges:
      findings.append(Self.stray(line))
    // These also underline headings, and are cells of tables.
    case .base, .separator:
      if line.label == nil { suspects[line.byte] = line }
    default: return
    }
  }

  private static func stray(_ line: MarkerLine) -> MarkerFinding {
    MarkerFinding(line: line.index + 1, byte: line.byte, problem: .stray)
  }

  /// A marker within a conflict.
  private mutating func follow(_ opening: MarkerLine, _ line: MarkerLine) {
    switch line.byte {
    case .opening:
      if let end = nests[opening.index] {
        leave(opening, until: end)
        return
      }
      giveUp(opening)
      self.opening = line
      inner = []
    case .closing:
      self.opening = nil
      let section = ConflictSection(lines: lines, opening: opening, inner: inner, closing: line)
      let isLast = line.index + 1 == lines.count
      do throws(BrokenConflict) {
        let conflict = try section.read()
        // At the end of a text, a part may lack its ending; then the next marker is not at the start of a line.
        if isLast, readsJoined,
          let hidden = JoinedConflict.firstHidden(in: lines, between: opening, and: line)
        {
          findings.append(
            MarkerFinding(line: hidden.line + 1, byte: hidden.byte, problem: .withinLine))
          return
        }
        add(conflict)
      } catch {
        guard !isLast || !readJoined(opening, until: line.index + 1) else { return }
        findings.append(error.finding)
      }
    default: inner.append(line)
    }
  }

  /// Leaves conflicts within a conflict as text: a marker cannot be assigned to one of them.
  private mutating func leave(_ opening: MarkerLine, until end: Int) {
    findings.append(MarkerFinding(line: opening.index + 1, byte: opening.byte, problem: .nested))
    self.opening = nil
    resumed = end + 1
  }

  /// Leaves the conflict that `opening` starts as text.
  private mutating func giveUp(_ opening: MarkerLine) {
    let isParted = inner.contains { [.separator, .percent, .plus].contains($0.byte) }
    findings.append(
      MarkerFinding(
        line: opening.index + 1, byte: opening.byte,
        problem: .unfinished(missing: isParted ? .closing : .separator)))
  }

  /// Reads a conflict at the end of the text whose markers stick to lines without an ending.
  private mutating func readJoined(_ opening: MarkerLine, until end: Int) -> Bool {
    guard readsJoined,
      let joined = JoinedConflict(lines: lines, opening: opening, until: end)
    else {
      return false
    }
    add(joined.conflict)
    self.opening = nil
    return true
  }

  private mutating func add(_ conflict: MarkedConflict) {
    let source = conflict.source
    if start < source.startIndex { pieces.append(.text(lines.bytes[start..<source.startIndex])) }
    pieces.append(.conflict(conflict))
    start = source.endIndex
  }
}

/// Conflicts within conflicts.
private enum NestedConflicts {
  /// The last line of each conflict that contains another, by its first line.
  static func ends(in lines: Lines, markerSize: Int?) -> [Int: Int] {
    var open: [Int: [(line: Int, hasInner: Bool)]] = [:]
    var ends: [Int: Int] = [:]
    for index in lines.indices {
      guard let line = MarkerLine(lines[index], index: index, minimum: markerSize ?? 7) else {
        continue
      }
      switch line.byte {
      case .opening: open[line.size, default: []].append((index, false))
      case .closing:
        guard let outer = open[line.size]?.popLast() else { continue }
        if outer.hasInner { ends[outer.line] = index }
        let depth = open[line.size]?.count ?? 0
        if depth > 0 { open[line.size]?[depth - 1].hasInner = true }
      default: continue
      }
    }
    return ends
  }
}

extension MarkerLine {
  /// Whether the line is one that jj writes before a list of changes, and not a LaTeX comment.
  fileprivate var startsChanges: Bool {
    guard let label else { return false }
    return label.starts(withWords: "diff from: ") || label.starts(withWords: "changes from base")
  }
}
