import DocMergeLanguage

extension MergeRule {
  /// The reason of the rule, in words: "each side changed a different entry".
  package var words: String { wordsAboutEntries ?? wordsAboutLines ?? name }

  /// The words of the rules about entries, items and formats.
  private var wordsAboutEntries: String? {
    switch name {
    case "independent-entries": tr("each side changed a different entry")
    case "aligned-columns": tr("rows of both sides were set into the columns of one side")
    case "numbered-rows": tr("both added rows; the numbers of the rows give the order")
    case "beside-removed-entry":
      tr("one side removed an entry, the other changed or added one beside it")
    case "added-entries": tr("both added entries of different names")
    case "sorted-items": tr("both added to a sorted list")
    case "appended-items": tr("both added at the end of a list; ours comes first")
    case "added-items": tr("both added items of prose; ours comes first")
    case "items-on-top": tr("both added at the start of a list; ours comes first")
    case "added-beside": tr("both added something at one place; ours comes first")
    case "adjacent-items": tr("each side changed a different one of two neighbours")
    case "adjacent-elements": tr("each side changed a different one of two neighbours in a drawing")
    case "dependent-statements":
      tr("each side changed another statement, and the second uses what the first one sets")
    case "beside-deletion": tr("one side changed something next to what the other deleted")
    case "union-of-values": tr("both changed a set of values; what either added or removed counts")
    case "later-date": tr("of two dates, the later one is kept")
    case "latest-revision": tr("what belongs to the later revision is kept")
    case "cell-text": tr("each side changed other lines of a cell")
    case "code-block": tr("each side changed other lines of a block of code")
    case "outputs-of-text": tr("outputs go with the text of their cell; none where both changed it")
    case "higher-version": tr("of two versions of a program, the higher one is kept")
    case "ours-of-program": tr("what a program noted of itself or of the display is as ours has it")
    case "format-command": tr("the program that is set for the format merged the file")
    default: nil
    }
  }

  /// The words of the rules about lines and words.
  private var wordsAboutLines: String? {
    switch name {
    case "common-edits": tr("both did the same")
    case "adjacent-blank-lines": tr("one side changed only blank lines")
    case "one-holds-other-words": tr("one side has all words of the other, and more")
    case "numbered-list": tr("items of a numbered list are numbered anew")
    case "one-holds-other": tr("one side has all lines of the other, and more")
    case "adjacent-lines": tr("each side changed a different one of two lines that touch")
    case "adjacent-insertion": tr("one side added lines beside a line that the other changed")
    case "one-holds-other-text": tr("one side made all changes of the other, and more")
    case "different-lines": tr("each side changed different lines")
    case "wrapped-lines":
      tr("one side put lines into something or took them out, the other edited them")
    case "rewrapped-items":
      tr(
        "one side put the items of a list on lines of their own, or on one, the other changed items"
      )
    case "words": tr("each side changed different words")
    case "sentences": tr("each side changed different sentences")
    case "rewrapped-lines": tr("one side broke the lines anew, the other changed words")
    case "added-sorted": tr("both added lines to sorted ones")
    case "adjacent-edits": tr("the changes touch, but do not overlap")
    case "appended-to-list": tr("both appended to a list; ours comes first")
    case "behind-last-item":
      tr("both added behind the last item of a list, which ended in another way; ours comes first")
    case "put-on-top-of-list": tr("both put items on top of a list; ours comes first")
    case "both-added": tr("both added something at one place; ours comes first")
    case "both-added-to-list": tr("both added items to a list; ours comes first")
    case "moved-block": tr("one side moved a block, the other edited it")
    case "higher-number": tr("of two numbers, the higher one is kept")
    default: nil
    }
  }
}
