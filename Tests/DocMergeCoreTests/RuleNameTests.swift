import DocMergeCore
import Foundation
import Testing

struct RuleNameTests {
  /// The items of the list of rules in docmerge(1), such as `words (balanced)`.
  private static func documented() throws -> [String] {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "man/docmerge.1"), encoding: .utf8)
    let section = try #require(
      page.split(separator: ".Sh RULES\n").last?.split(separator: ".Sh ").first)
    return section.split(separator: "\n").filter { $0.hasPrefix(".It Li ") }
      .map { String($0.dropFirst(".It Li ".count)) }
  }

  @Test func `the manual page names each rule with its policy`() throws {
    let suggestedOnly: Set = ["higher-number", "both-added-to-list"]
    let rules = MergeRule.all.map { rule in
      "\(rule.name) Pq \(suggestedOnly.contains(rule.name) ? "never applied" : rule.policy.rawValue)"
    }
    #expect(try Self.documented().sorted() == rules.sorted())
  }

  @Test func `each rule says in words what it goes by`() {
    for rule in MergeRule.all { #expect(rule.words != rule.name, "\(rule.name)") }
  }

  @Test func `no two rules share a name`() {
    #expect(Set(MergeRule.all.map(\.name)).count == MergeRule.all.count)
  }
}
