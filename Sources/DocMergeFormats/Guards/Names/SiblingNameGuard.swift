import DocMergeCore
import DocMergeLanguage

/// Finds two lines that give one name among lines each of which gives another, in texts without a format of their own.
///
///     base   { host :: String    ours   { host :: String    theirs   { host :: String    fault   { host :: String
///            , port :: Int              , limit :: Int               , port :: Int               , limit :: Int
///            }                          , port :: Int                , limit :: Word             , port :: Int
///                                       }                            }                           , limit :: Word
///                                                                                                }
///
/// The fields of a record, the nodes of a graph, the parameters of a template, the sections and recipes of a file, and
/// the articles of a statute have names or numbers of their own.
struct SiblingNameGuard: Sendable {
  private let kind: NameHead.Kind
  /// The names that both sides gave, and the base gives to no line.
  private let wanted: Set<NameHead>

  /// Prepares for the base, ours and theirs; `nil` where the sides added no such name.
  init?(_ inputs: [[UInt8]], _ added: AddedLines, _ kind: NameHead.Kind) {
    self.kind = kind
    guard let heads = added.values({ NameHead($0, kind) }) else { return nil }
    var wanted = Set(heads[0]).intersection(heads[1])
    guard !wanted.isEmpty else { return nil }
    for line in Lines(inputs[0]) {
      if let head = NameHead(line, kind) { wanted.remove(head) }
    }
    guard !wanted.isEmpty else { return nil }
    self.wanted = wanted
  }

  /// The lines with such names.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the result.
  func faults(in result: [UInt8]) -> [StructureFault] {
    let lines = Lines(result).map(\.indices)
    var faults = self.faults(among: lines, in: result) { $0.isOfFile }
    if wanted.contains(where: { !$0.isOfFile }) {
      for block in Self.blocks(of: lines, in: result) {
        faults += self.faults(among: block, in: result) { !$0.isOfFile }
      }
    }
    return faults.sorted { $0.stands(before: $1) }
  }

  /// The lines among some that give one name.
  private func faults(
    among lines: [Range<Int>], in text: [UInt8], _ counts: (NameHead) -> Bool
  ) -> [StructureFault] {
    var places: [NameHead: [Range<Int>]] = [:]
    for line in lines {
      guard let head = NameHead(text[line], kind), counts(head) else { continue }
      places[head, default: []].append(line)
    }
    let doubled = places.filter { head, found in
      found.count > 1 && wanted.contains(head)
        && (!head.hasBody || found.allSatisfy { isIndented(behind: $0, in: text) })
    }
    guard !doubled.isEmpty else { return [] }
    // Forms of which other lines give a name twice.
    let (single, repeated) = places.reduce(into: (Set<[UInt8]>(), Set<[UInt8]>())) { found, entry in
      guard doubled[entry.key] == nil else { return }
      if entry.value.count == 1 {
        found.0.insert(entry.key.form)
      } else {
        found.1.insert(entry.key.form)
      }
    }
    lazy var siblings = Siblings(
      lines.lazy.map { text[$0] }.filter { line in
        NameHead(line, kind).map { doubled[$0] == nil } ?? true
      })
    return doubled.compactMap { head, found in
      let isName =
        head.isOfFile
        ? single.contains(head.form) && !repeated.contains(head.form)
        : siblings.areNamed(beside: head)
      return isName ? .doubled(head.name.excerpt, at: found) : nil
    }
  }

  /// Whether the line below a line is indented.
  private func isIndented(behind line: Range<Int>, in text: [UInt8]) -> Bool {
    line.upperBound < text.count && text[line.upperBound].isBlankOrTab
  }

  /// The other lines of a block.
  private struct Siblings {
    private let count: Int
    private let names: Set<ArraySlice<UInt8>>
    private let nameCount: Int

    init(_ lines: some Sequence<ArraySlice<UInt8>>) {
      var (count, found): (Int, [ArraySlice<UInt8>]) = (0, [])
      for line in lines {
        count += 1
        if let name = NameHead.siblingName(line) { found.append(name) }
      }
      (self.count, nameCount, names) = (count, found.count, Set(found))
    }

    /// Whether most of them give a name of their own.
    func areNamed(beside head: NameHead) -> Bool {
      nameCount > 1 && nameCount >= (head.isLabel ? count : (count + 1) / 2)
        && names.count == nameCount && !names.contains(head.name)
    }
  }

  /// The lines of one indentation, between lines that are blank or indented less.
  private static func blocks(of lines: [Range<Int>], in text: [UInt8]) -> [[Range<Int>]] {
    var (closed, open): ([[Range<Int>]], [(indentation: Int, lines: [Range<Int>])]) = ([], [])
    for line in lines {
      let content = text[line].trimmed
      let indentation = content.isEmpty ? 0 : NameHead.indentation(of: text[line])
      let isBoundary = content.isEmpty || ["{{", "}}"].contains { content.starts(with: $0.utf8) }
      while let last = open.last, isBoundary || last.indentation > indentation {
        closed.append(last.lines)
        open.removeLast()
      }
      guard !content.isEmpty else { continue }
      if open.last?.indentation == indentation {
        open[open.count - 1].lines.append(line)
      } else {
        open.append((indentation, [line]))
      }
    }
    return closed + open.map(\.lines)
  }
}
