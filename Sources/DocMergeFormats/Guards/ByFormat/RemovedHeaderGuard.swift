import DocMergeCore
import DocMergeLanguage

/// Finds a header, library or package that one side no longer includes, while the other side put in a use of it.
///
///     ours  no #include <vector>      theirs  std::vector<int> rows;
///
/// A header is known by names that it alone declares among common headers.
struct RemovedHeaderGuard {
  private let inputs: [[UInt8]]
  private let notation: HeaderNotation
  private let removals = ReadOnce<[Removal]>()

  /// A header that one side no longer includes and no longer needs.
  private struct Removal: Sendable {
    let header: String
    /// The names that it is known for.
    let symbols: Set<String>
    /// The lines that the other side added.
    let added: Set<ArraySlice<UInt8>>
  }

  /// Prepares for the file at a path; `nil` for languages whose headers are not known.
  init?(_ inputs: [[UInt8]], fileAt path: String) {
    guard let notation = HeaderNotation(fileAt: path) else { return nil }
    (self.inputs, self.notation) = (inputs, notation)
  }

  /// The uses of such headers.
  ///
  /// - Complexity: O(*n*), *n* being the number of bytes of the inputs, and of the result where one lacks a header.
  func faults(in result: [UInt8], _ added: () -> AddedLines) -> [StructureFault] {
    let removals = removals.value { readRemovals(added) }
    guard !removals.isEmpty else { return [] }
    let left = notation.headers(of: result)
    // Its class loads the usual packages.
    guard !left.contains("beamer") else { return [] }
    return removals.filter { !left.contains($0.header) }.compactMap { removal in
      let places = notation.uses(of: removal.symbols, in: result).filter {
        removal.added.contains(result[result.line(around: $0.lowerBound)])
      }
      guard let first = places.first else { return nil }
      let text = String(decoding: result[first], as: UTF8.self)
      return StructureFault(
        places: places, reason: tr("`\(text)` would be used without `\(removal.header)`"))
    }.sorted { $0.stands(before: $1) }
  }

  private func readRemovals(_ added: () -> AddedLines) -> [Removal] {
    let headers = inputs.map(notation.headers)
    return [(1, 2), (2, 1)].flatMap { removing, adding -> [Removal] in
      // The side may have replaced the header by an unknown one, which includes it.
      let new = headers[removing].subtracting(headers[0])
      guard !new.contains(where: { notation.symbols(of: $0).isEmpty }) else { return [] }
      let removed = headers[0].subtracting(headers[removing]).intersection(headers[adding])
      guard !removed.isEmpty else { return [] }
      let lines = Set(added().sides[adding - 1])
      return removed.sorted().compactMap { header in
        let symbols = notation.symbols(of: header)
        let isNeeded = !notation.uses(of: symbols, in: inputs[removing]).isEmpty
        guard !symbols.isEmpty, !isNeeded else { return nil }
        return Removal(header: header, symbols: symbols, added: lines)
      }
    }
  }
}

/// How a language includes headers, and the names of common ones.
private enum HeaderNotation {
  /// `#include <vector>`
  case cpp
  /// `require "json"`
  case ruby
  /// `\usepackage{graphicx}`
  case latex

  init?(fileAt path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "c"?, "h"?, "cc"?, "cpp"?, "cxx"?, "hpp"?, "hh"?, "hxx"?: self = .cpp
    case "rb"?: self = .ruby
    case "tex"?, "sty"?, "cls"?: self = .latex
    default: return nil
    }
  }

  /// The headers that a text includes, or the libraries that it loads.
  func headers(of text: [UInt8]) -> Set<String> {
    var found: Set<String> = []
    for line in text.split(separator: 0x0A) {
      let words = line.trimmed
      switch self {
      case .cpp where words.first == UInt8(ascii: "#"):
        let parts = words.split { "#<>\" \t".utf8.contains($0) }
        guard parts.first?.elementsEqual("include".utf8) == true, parts.count > 1 else { continue }
        found.insert(String(decoding: parts[1], as: UTF8.self))
      case .ruby where words.starts(with: "require ".utf8):
        let parts = words.split { $0 == 0x22 || $0 == 0x27 }
        if parts.count > 1 { found.insert(String(decoding: parts[1], as: UTF8.self)) }
      case .latex where Self.loaders.contains(where: { words.starts(with: $0.utf8) }):
        guard let open = words.firstIndex(of: 0x7B) else { continue }
        let names = words[(open + 1)...].prefix { $0 != 0x7D }
        for name in names.split(separator: 0x2C) {
          found.insert(String(decoding: name.trimmed, as: UTF8.self))
        }
      default: continue
      }
    }
    return found
  }

  private static let loaders = ["\\usepackage", "\\RequirePackage", "\\documentclass"]

  /// The names that a header is known for.
  func symbols(of header: String) -> Set<String> {
    let table =
      switch self {
      case .cpp: Self.cppHeaders
      case .ruby: Self.rubyLibraries
      case .latex: Self.latexPackages
      }
    return Set(table.first { $0.header == header }?.symbols.words ?? [])
  }

  /// Where a text uses names, outside of comments that fill a line.
  func uses(of symbols: Set<String>, in text: [UInt8]) -> [Range<Int>] {
    let isOpen = self == .cpp && text.firstRange(of: "using namespace std;".utf8) != nil
    var found: [Range<Int>] = []
    for line in text.split(separator: 0x0A) where !isSkipped(line.trimmed) {
      for word in line.split(whereSeparator: { !$0.isPartOfName }) {
        guard symbols.contains(String(decoding: word, as: UTF8.self)) else { continue }
        let (before, next) = (line[..<word.startIndex], line[word.endIndex...].first ?? 0x0A)
        if isUse(before, next, isOpen: isOpen) { found.append(word.startIndex..<word.endIndex) }
      }
    }
    return found
  }

  private func isUse(_ before: ArraySlice<UInt8>, _ next: UInt8, isOpen: Bool) -> Bool {
    switch self {
    case .cpp:
      if before.suffix(5).elementsEqual("std::".utf8) { return true }
      let last = before.last ?? 0x0A
      let isMember = last == 0x2E || last == 0x3A || last == 0x3E
      // C has no namespaces: only a call is certain.
      return !isMember && (isOpen ? next == 0x3C || next == 0x28 : next == 0x28)
    case .ruby:
      return before.last.map { !":.\"'".utf8.contains($0) } ?? true
        && (next == 0x2E || next == 0x3A || next == 0x28)
    case .latex:
      let isBegin = ["\\begin{", "\\end{"].contains {
        before.reversed().starts(with: $0.utf8.reversed())
      }
      return before.last == 0x5C || isBegin
    }
  }

  private func isSkipped(_ line: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .cpp: line.starts(with: "//".utf8) || line.first == 0x2A || line.first == 0x23
    case .ruby: line.first == 0x23 || line.starts(with: "require".utf8)
    case .latex: line.first == 0x25
    }
  }

  private typealias Table = [(header: String, symbols: WordList)]

  private static let cppHeaders: Table = [
    ("vector", "vector"), ("string", "string to_string stoi stol stod"), ("map", "map multimap"),
    ("set", "set multiset"), ("unordered_map", "unordered_map unordered_multimap"),
    ("unordered_set", "unordered_set"), ("list", "list"), ("deque", "deque"), ("array", "array"),
    ("queue", "queue priority_queue"), ("stack", "stack"), ("tuple", "tuple make_tuple tie"),
    ("optional", "optional nullopt"), ("variant", "variant visit get_if holds_alternative"),
    ("memory", "unique_ptr shared_ptr weak_ptr make_unique make_shared"),
    ("functional", "function bind"), ("iostream", "cout cin cerr clog"),
    ("fstream", "ifstream ofstream fstream"),
    ("sstream", "stringstream ostringstream istringstream"),
    ("iomanip", "setw setprecision setfill"),
    ("thread", "thread this_thread"), ("mutex", "mutex lock_guard unique_lock scoped_lock"),
    ("atomic", "atomic"), ("future", "future async promise"), ("chrono", "chrono"),
    ("regex", "regex regex_match regex_search regex_replace"), ("filesystem", "filesystem"),
    ("numeric", "accumulate iota"), ("limits", "numeric_limits"),
    ("random", "mt19937 random_device"),
    ("bitset", "bitset"), ("span", "span"), ("string_view", "string_view"), ("format", "format"),
    (
      "algorithm",
      "sort find find_if any_of all_of none_of transform count_if remove_if reverse min_element max_element"
    ),
    ("stdio.h", "printf fprintf snprintf fopen fclose puts scanf fgets perror"),
    ("stdlib.h", "malloc calloc realloc free exit atoi strtol qsort getenv abort"),
    ("string.h", "strlen strcmp strncmp strcpy strncpy memcpy memset memcmp strdup strchr strstr"),
    ("math.h", "sqrt pow floor ceil fabs sin cos tan log exp"),
    ("ctype.h", "isdigit isalpha isspace toupper tolower isalnum"), ("assert.h", "assert"),
    ("time.h", "time localtime strftime mktime"), ("cassert", "assert"),
    ("pthread.h", "pthread_create pthread_join pthread_mutex_lock pthread_mutex_unlock"),
  ]

  private static let rubyLibraries: Table = [
    ("json", "JSON"), ("date", "Date DateTime"), ("csv", "CSV"), ("yaml", "YAML"), ("erb", "ERB"),
    ("fileutils", "FileUtils"), ("securerandom", "SecureRandom"), ("net/http", "Net"),
    ("uri", "URI"), ("pathname", "Pathname"), ("tempfile", "Tempfile"),
    ("optparse", "OptionParser"), ("ostruct", "OpenStruct"), ("bigdecimal", "BigDecimal"),
    ("digest", "Digest"), ("open3", "Open3"), ("logger", "Logger"), ("benchmark", "Benchmark"),
    ("stringio", "StringIO"), ("zlib", "Zlib"), ("socket", "TCPSocket TCPServer UDPSocket"),
    ("timeout", "Timeout"), ("shellwords", "Shellwords"), ("base64", "Base64"),
    ("forwardable", "Forwardable"), ("singleton", "Singleton"), ("nokogiri", "Nokogiri"),
  ]

  private static let latexPackages: Table = [
    ("graphicx", "includegraphics"), ("booktabs", "toprule midrule bottomrule"),
    ("hyperref", "href url autoref hypersetup"), ("listings", "lstlisting lstinputlisting lstset"),
    ("longtable", "longtable"), ("multirow", "multirow"), ("subcaption", "subfigure subcaptionbox"),
    ("tikz", "tikzpicture tikz usetikzlibrary"), ("cleveref", "cref Cref"), ("todonotes", "todo"),
    ("siunitx", "SI si qty unit num"), ("natbib", "citet citep"), ("minted", "minted"),
    ("csquotes", "enquote"), ("soul", "hl ul"),
    ("tabularx", "tabularx"), ("wrapfig", "wrapfigure"), ("enumitem", "setlist"),
    ("biblatex", "addbibresource printbibliography"),
    ("glossaries", "gls newacronym makeglossaries"), ("pgfplots", "pgfplotsset"),
  ]
}
