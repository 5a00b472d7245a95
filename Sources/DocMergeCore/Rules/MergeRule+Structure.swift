extension MergeRule {
  /// Each side changed a different entry of one section, object or table.
  package static let independentEntries = MergeRule(
    name: "independent-entries", risk: .low, policy: .strict)
  /// Rows of both sides came together, and are aligned as the side did that aligned its own.
  package static let alignedColumns = MergeRule(
    name: "aligned-columns", risk: .low, policy: .strict)
  /// One side removed an entry, the other changed or added the one beside it.
  package static let besideRemovedEntry = MergeRule(
    name: "beside-removed-entry", risk: .medium, policy: .balanced)
  /// Both sides added entries of different names at one place.
  package static let addedEntries = MergeRule(
    name: "added-entries", risk: .medium, policy: .balanced)
  /// Both sides added items to a sorted list.
  package static let addedSortedItems = MergeRule(
    name: "sorted-items", risk: .medium, policy: .balanced)
  /// Both sides added rows to a table that is sorted by the numbers that its rows start with.
  package static let numberedRows = MergeRule(
    name: "numbered-rows", risk: .low, policy: .strict)
  /// Both sides added items at the end of a list.
  package static let appendedItems = MergeRule(
    name: "appended-items", risk: .medium, policy: .balanced)
  /// Both sides added items to a list of prose; the order is arbitrary.
  package static let addedProseItems = MergeRule(
    name: "added-items", risk: .high, policy: .eager)
  /// Both sides added items at the start of a list.
  package static let itemsOnTop = MergeRule(
    name: "items-on-top", risk: .medium, policy: .balanced)
  /// Both sides added something at one place of a text.
  package static let bothAdded = MergeRule(name: "added-beside", risk: .high, policy: .eager)
  /// Each side changed a different one of two adjacent items, rows or statements.
  package static let adjacentItems = MergeRule(
    name: "adjacent-items", risk: .medium, policy: .balanced)
  /// Each side changed a different one of two adjacent elements in a drawing.
  package static let dependentElements = MergeRule(
    name: "adjacent-elements", risk: .high, policy: .eager)
  /// Each side changed a different one of two adjacent statements, and the second uses what the first one sets.
  package static let dependentStatements = MergeRule(
    name: "dependent-statements", risk: .high, policy: .eager)
  /// One side changed something beside what the other side removed.
  package static let besideDeletion = MergeRule(
    name: "beside-deletion", risk: .high, policy: .eager)
  /// Both sides changed a set of values, whose order does not matter.
  package static let unionOfValues = MergeRule(
    name: "union-of-values", risk: .low, policy: .balanced)
  /// Both sides recorded a date; the later one is kept.
  package static let laterDate = MergeRule(name: "later-date", risk: .low, policy: .balanced)
  /// Both sides recorded who revised the text, and with what; the later revision is kept.
  package static let latestRevision = MergeRule(
    name: "latest-revision", risk: .low, policy: .balanced)
  /// Both sides changed the text of a cell, in independent places.
  package static let cellText = MergeRule(name: "cell-text", risk: .low, policy: .strict)
  /// Both sides changed the code between two fences, in independent places.
  package static let codeBlock = MergeRule(name: "code-block", risk: .low, policy: .strict)
  /// The outputs and counts of a cell are those of the side whose text is kept; there are none where both changed it.
  package static let outputsOfText = MergeRule(
    name: "outputs-of-text", risk: .low, policy: .balanced)
  /// Both sides changed the version of a program; the higher one is kept.
  package static let higherVersion = MergeRule(
    name: "higher-version", risk: .low, policy: .balanced)
  /// Both sides changed what a program recorded about itself and the display; ours is kept.
  package static let oursOfProgram = MergeRule(
    name: "ours-of-program", risk: .low, policy: .balanced)

  /// A command that is configured for the format merged the file.
  package static let formatCommand = MergeRule(
    name: "format-command", risk: .low, policy: .strict)

  /// The rules that settle something by the structure of texts.
  package static let ofStructure: [MergeRule] = [
    independentEntries, alignedColumns, besideRemovedEntry, addedEntries, addedProseItems,
    addedSortedItems,
    numberedRows, appendedItems, itemsOnTop, bothAdded, adjacentItems, dependentElements,
    dependentStatements, besideDeletion, unionOfValues, laterDate, latestRevision, cellText,
    codeBlock,
    outputsOfText,
    higherVersion, oursOfProgram, formatCommand,
  ]

  /// Whether the rule drops nothing: each side changed something else.
  var keepsAll: Bool { Self.keepingAll.contains(self) }

  private static let keepingAll: Set<MergeRule> = [
    independentEntries, alignedColumns, besideRemovedEntry, addedEntries, addedProseItems,
    addedSortedItems,
    numberedRows, appendedItems, itemsOnTop, bothAdded, adjacentItems, dependentElements,
    dependentStatements, besideDeletion, formatCommand, codeBlock,
  ]

  /// Whether the rule may remove what both sides left alone: outputs that are cleared.
  var takesAway: Bool { name == MergeRule.outputsOfText.name }

  /// Words that the rule may write although no input has them.
  var ownWords: [String] { name == MergeRule.outputsOfText.name ? ["null"] : [] }
}
