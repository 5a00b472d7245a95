import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of what a LaTeX text loads, defines and cites.
struct LatexPreambleTests {
  private static let article = """
    \\documentclass{article}
    \\usepackage[utf8]{inputenc}
    \\usepackage{amsmath}

    % numbers
    \\newcommand{\\R}{\\mathbb{R}}
    \\newcommand{\\N}{\\mathbb{N}}

    \\title{T}
    \\begin{document}
    \\section{A}\\label{sec:a}
    Words of a paragraph.
    \\begin{itemize}
    \\item one
    \\item two
    \\end{itemize}
    \\begin{equation}\\label{eq:a}
    x = 1
    \\end{equation}
    \\begin{thebibliography}{9}
    \\bibitem{a} A. Author.
    \\bibitem{c} C. Author.
    \\end{thebibliography}
    \\end{document}

    """

  private static let package = "\\usepackage{amsmath}\n"
  private static let numbers = "\\newcommand{\\N}{\\mathbb{N}}\n"
  private static let cited = "\\bibitem{c}"

  private static let clean: [EditedCase] = [
    EditedCase(
      "a.tex", article, [.add("\\usepackage{tikz}\n", behind: package)],
      [.add("\\usepackage{booktabs}\n", behind: package)],
      [.add("\\usepackage{tikz}\n\\usepackage{booktabs}\n", behind: package)]),
    EditedCase(
      "a.tex", article, [.add("\\newcommand{\\Q}{\\mathbb{Q}}\n", behind: numbers)],
      [.add("\\newcommand{\\Z}{\\mathbb{Z}}\n", behind: numbers)],
      [
        .add(
          "\\newcommand{\\Q}{\\mathbb{Q}}\n\\newcommand{\\Z}{\\mathbb{Z}}\n", behind: numbers)
      ]),
    EditedCase(
      "a.tex", article, [.swap("\\mathbb{R}", "\\mathbf{R}")],
      [.swap("\\mathbb{N}", "\\mathrm{N}")],
      [.swap("\\mathbb{R}", "\\mathbf{R}"), .swap("\\mathbb{N}", "\\mathrm{N}")]),
    EditedCase(
      "a.tex", article, [.swap("utf8", "latin1")], [.swap("{amsmath}", "[x]{amsmath}")],
      [.swap("utf8", "latin1"), .swap("{amsmath}", "[x]{amsmath}")]),
    EditedCase(
      "a.tex", article, [.add("\\bibitem{b} B. Author.\n", before: cited)],
      [.add("\\bibitem{bb} BB. Author.\n", before: cited)],
      [.add("\\bibitem{b} B. Author.\n\\bibitem{bb} BB. Author.\n", before: cited)]),
    EditedCase(
      "a.tex", article, [.add("\\usepackage{tikz}\n", behind: package)],
      [.swap("% numbers", "% sets of numbers")],
      [.add("\\usepackage{tikz}\n", behind: package), .swap("% numbers", "% sets of numbers")]),
  ]

  @Test(arguments: clean.indices)
  func `packages, commands and sources of other names are merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }

  private static let left: [EditedCase] = [
    EditedCase(
      "a.tex", article, [.add("\\usepackage[a]{tikz}\n", behind: package)],
      [.add("\\usepackage[b]{tikz}\n", before: package)]),
    EditedCase("a.tex", article, [.swap("utf8", "latin1")], [.swap("utf8", "ascii")]),
    EditedCase("a.tex", article, [.cut(package)], [.swap("{amsmath}", "[x]{amsmath}")]),
    EditedCase(
      "a.tex", article, [.add("\\newcommand{\\Q}{\\mathbb{Q}}\n", behind: numbers)],
      [.add("\\newcommand{\\Q}{\\mathbf{Q}}\n", before: numbers)]),
    EditedCase(
      "a.tex", article, [.swap("\\mathbb{R}", "\\mathbf{R}")],
      [.swap("\\mathbb{R}", "\\mathrm{R}")]),
    EditedCase(
      "a.tex", article, [.add("\\bibitem{b} B. Author.\n", before: "\\bibitem{a}")],
      [.add("\\bibitem{b} Bea Author.\n", behind: "C. Author.\n")]),
    EditedCase(
      "a.tex", article, [.add("\\subsection{O}\\label{sec:x}\n", before: "Words of")],
      [.add("\\subsection{T}\\label{sec:x}\n", behind: "\\end{equation}\n")]),
  ]

  private static func loading(_ name: String) -> String { "\\usepackage{\(name)}\n" }
  private static let words = "Words of"

  private static let disordered: [EditedCase] = [
    EditedCase(
      "a.tex", article, [.add(loading("hyperref"), behind: package)],
      [.add(loading("cleveref"), before: package)]),
    EditedCase(
      "a.tex", article, [.add(loading("cleveref"), behind: package)],
      [.add(loading("xcolor,hyperref"), behind: package)]),
    EditedCase(
      "a.tex", article, [.add(loading("babel"), behind: package)],
      [.add(loading("csquotes"), before: package)]),
    EditedCase(
      "a.tex", article, [.add("\\newtheorem{x}{X}\n", behind: numbers)],
      [.add("\\newtheorem{x}{Y}\n", before: words)]),
    EditedCase(
      "a.tex", article, [.add("\\newtheorem{x}{X}\n", behind: numbers)],
      [.add("\\newenvironment{x}{a}{b}\n", before: words)]),
    EditedCase(
      "a.tex", article, [.add("\\newcommand{\\Q}{a}\n", behind: numbers)],
      [.add("\\newcommand*\\Q{b}\n", before: words)]),
    EditedCase(
      "a.tex", article, [.add("\\newcommand{\\Q}{a}\n", behind: numbers)],
      [.add("\\renewcommand{\\Q}{b}\n", before: words)]),
  ]

  @Test(arguments: disordered.indices)
  func `an order or a definition that LaTeX does not take is left to a person`(_ index: Int) throws
  {
    // Where one order is right, the side that comes first decides.
    for policy in MergePolicy.allCases {
      let (base, change) = (Self.article, Self.disordered[index])
      let (one, other) = (base.edited(change.ours), base.edited(change.theirs))
      let first = try merged("a.tex", base, one, other, policy)
      let second = try merged("a.tex", base, other, one, policy)
      #expect(!first.isClean || !second.isClean)
    }
  }

  private static func figure(_ size: Int) -> String {
    "\\begin{figure}\n\\newcommand{\\r}{\(size)}\n\\draw (0,\(size));\n\\end{figure}\n"
  }

  private static let ordered: [EditedCase] = [
    EditedCase(
      "a.tex", article, [.add(loading("hyperref"), before: package)],
      [.add(loading("cleveref"), behind: package)],
      [.add(loading("hyperref"), before: package), .add(loading("cleveref"), behind: package)]),
    EditedCase(
      "a.tex", article,
      [.add("\\renewcommand{\\arraystretch}{2}\n", behind: numbers)],
      [.add("\\renewcommand{\\arraystretch}{1}\n", before: words)],
      [
        .add("\\renewcommand{\\arraystretch}{2}\n", behind: numbers),
        .add("\\renewcommand{\\arraystretch}{1}\n", before: words),
      ]),
    EditedCase(
      "a.tex", article, [.add(figure(1), before: words)],
      [.add(figure(2), before: "\\end{document}")],
      [.add(figure(1), before: words), .add(figure(2), before: "\\end{document}")]),
    EditedCase(
      "a.tex", article, [.add("\\newtheorem{x}{X}\n", behind: numbers)],
      [.add("\\newcommand{\\x}{Y}\n", before: words)],
      [
        .add("\\newtheorem{x}{X}\n", behind: numbers),
        .add("\\newcommand{\\x}{Y}\n", before: words),
      ]),
  ]

  @Test(arguments: ordered.indices)
  func `an order and definitions that LaTeX takes are merged`(_ index: Int) throws {
    try Self.ordered[index].check()
  }

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `two of one name are left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }
}
