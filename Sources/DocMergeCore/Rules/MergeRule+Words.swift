extension MergeRule {
  /// What the rule goes by, in words: "each side changed a different entry".
  package var words: String { Self.wordsByName[name] ?? name }

  private static let wordsByName: [String: String] = [
    "independent-entries": "each side changed a different entry",
    "numbered-rows": "both added rows; the numbers of the rows give the order",
    "beside-removed-entry": "one side removed an entry, the other changed or added one beside it",
    "added-entries": "both added entries of different names",
    "sorted-items": "both added to a sorted list",
    "appended-items": "both added at the end of a list; ours comes first",
    "added-items": "both added items of prose; ours comes first",
    "items-on-top": "both added at the start of a list; ours comes first",
    "added-beside": "both added something at one place; ours comes first",
    "adjacent-items": "each side changed a different one of two neighbours",
    "adjacent-elements": "each side changed a different one of two neighbours in a drawing",
    "beside-deletion": "one side changed something next to what the other deleted",
    "common-edits": "both did the same",
    "adjacent-blank-lines": "one side changed only blank lines",
    "one-holds-other-words": "one side has all words of the other, and more",
    "numbered-list": "items of a numbered list are numbered anew",
    "one-holds-other": "one side has all lines of the other, and more",
    "adjacent-lines": "each side changed a different one of two lines that touch",
    "adjacent-insertion": "one side added lines beside a line that the other changed",
    "one-holds-other-text": "one side made all changes of the other, and more",
    "different-lines": "each side changed different lines",
    "words": "each side changed different words",
    "sentences": "each side changed different sentences",
    "rewrapped-lines": "one side broke the lines anew, the other changed words",
    "added-sorted": "both added lines to sorted ones",
    "adjacent-edits": "the changes touch, but do not overlap",
    "appended-to-list": "both appended to a list; ours comes first",
    "put-on-top-of-list": "both put items on top of a list; ours comes first",
    "both-added": "both added something at one place; ours comes first",
    "both-added-to-list": "both added items to a list; ours comes first",
    "moved-block": "one side moved a block, the other edited it",
    "higher-number": "of two numbers, the higher one is kept",
  ]
}
