import DocMergeCore
import DocMergeLanguage

/// Finds labels that stand before two different values in one block of prose, where no input has a label twice.
///
///     base   - **Room:** 12     ours   - **Fee:** 10      theirs  - **Room:** 12     fault   - **Fee:** 10
///            - **Food:** soup          - **Room:** 12             - **Food:** soup           - **Room:** 12
///            - **Music:** no           - **Food:** soup           - **Music:** no            …
///                                      …                          - **Fee:** 15              - **Fee:** 15
struct DoubledLabelGuard {
  private let inputs: [[UInt8]]
  /// The fewest lines of a block with labels, so that these are keys.
  private static let fewestLines = 3

  /// Prepares for the base, ours and theirs.
  init(_ inputs: [[UInt8]]) { self.inputs = inputs }

  /// Whether a label of lines that both sides wrote can stand twice in a block.
  static func isPossible(in result: [UInt8], of changes: InputChanges) -> Bool {
    changes.areWrittenByEach { LineLabel($0) != nil } && !doubled(in: result).isEmpty
  }

  /// The lines of such labels.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = Self.doubled(in: result)
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { Self.doubled(in: $0).map(\.label) })
    return doubled.filter { !known.contains($0.label) }.map { label, places in
      .doubled(String(decoding: label, as: UTF8.self), at: places)
    }.sorted { $0.stands(before: $1) }
  }

  /// The labels that stand twice in a block of which each line has one, or in a section of such paragraphs.
  private static func doubled(in text: [UInt8]) -> [(label: [UInt8], places: [Range<Int>])] {
    var found: [(label: [UInt8], places: [Range<Int>])] = []
    var known: Set<[UInt8]> = []
    var (block, section) = (Block(), Block())
    func end(_ block: inout Block) {
      for entry in block.doubled where known.insert(entry.label).inserted { found.append(entry) }
      block = Block()
    }
    for line in Lines(text).places {
      if text[line].allSatisfy(\.isWhite) {
        end(&block)
      } else if let label = LineLabel(text[line]) {
        let name = text[label.range].map(\.lowercased)
        // Kinds of changes and remarks come back.
        guard !kinds.contains(String(decoding: name, as: UTF8.self)) else { continue }
        block.add(name, line)
        section.add(name, line)
      } else if text[line].first.map({ "#=*".utf8.contains($0) }) ?? false {
        end(&block)
        end(&section)
      } else {
        (block.isWhole, section.isWhole) = (false, false)
      }
    }
    end(&block)
    end(&section)
    return found
  }

  private static let kinds: WordList =
    """
    added add changed change removed remove fixed fix fixes bug bugfix feature feat new improved updated update
    deprecated security docs doc chore test tests refactor perf style build ci revert note notes todo tip
    warning hint example question answer q a
    """

  /// Lines with labels.
  private struct Block {
    private var places: [[UInt8]: [Range<Int>]] = [:]
    private var count = 0
    /// Whether all of its lines have labels.
    var isWhole = true

    mutating func add(_ label: [UInt8], _ line: Range<Int>) {
      places[label, default: []].append(line)
      count += 1
    }

    var doubled: [(label: [UInt8], places: [Range<Int>])] {
      guard isWhole, count >= fewestLines else { return [] }
      return places.filter { $0.value.count > 1 }.map { ($0.key, $0.value) }
    }
  }
}
