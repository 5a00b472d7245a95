import DocMergeCore
import DocMergeLanguage

/// Finds a local name that a block of program code declares twice, and a value with two branches, which no input has.
///
///     base   start()      ours   let n = 4     theirs  start()          fault   let n = 4
///            stop()              start()               let n = size()           start()
///                                stop()                stop()                   let n = size()
///                                                                               stop()
///
/// A block is the lines of one indentation with no line between them that is indented less. A line of the block that
/// starts no branch ends the branches.
struct DoubledHeadGuard {
  private let inputs: [[UInt8]]
  private let clauses: ClauseNotation?

  /// Prepares for the base, ours and theirs of a language in whose functions each clause has a head.
  init(_ inputs: [[UInt8]], clauses: ClauseNotation? = nil) {
    (self.inputs, self.clauses) = (inputs, clauses)
  }

  /// The lines of such declarations and branches.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result, and of the inputs where it has any.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let doubled = doubled(in: result)
    guard !doubled.isEmpty else { return [] }
    let known = Set(inputs.flatMap { self.doubled(in: $0).map(\.head) })
    return doubled.filter { !known.contains($0.head) }.map { head, places in
      .doubled(head.words.excerpt, at: places)
    }.sorted { $0.stands(before: $1) }
  }

  private struct Block {
    let indentation: Int
    var names: [LineHead: [Range<Int>]] = [:]
    var branches: [LineHead: [Range<Int>]] = [:]
  }

  private func doubled(in text: [UInt8]) -> [(head: LineHead, places: [Range<Int>])] {
    var found: [(head: LineHead, places: [Range<Int>])] = []
    var blocks: [Block] = []
    func collect(_ heads: [LineHead: [Range<Int>]]) {
      for (head, places) in heads where places.count > 1 { found.append((head, places)) }
    }
    func close(_ block: Block) {
      collect(block.names)
      collect(block.branches)
    }
    for line in Lines(text).places {
      let words = text[line].trimmed
      guard !words.isEmpty else { continue }
      let indentation = words.startIndex - line.lowerBound
      while let last = blocks.last, last.indentation > indentation { close(blocks.removeLast()) }
      if blocks.last?.indentation != indentation { blocks.append(Block(indentation: indentation)) }
      let index = blocks.count - 1
      let heads = LineHead.branches(words, clauses)
      if !heads.isEmpty {
        for head in heads { blocks[index].branches[head, default: []].append(line) }
        continue
      }
      if !LineHead.continuesBranches(words, clauses), !blocks[index].branches.isEmpty {
        collect(blocks[index].branches)
        blocks[index].branches = [:]
      }
      for head in LineHead.names(words, isAtMargin: indentation == 0, clauses) {
        blocks[index].names[head, default: []].append(line)
      }
    }
    blocks.forEach(close)
    return found
  }
}
