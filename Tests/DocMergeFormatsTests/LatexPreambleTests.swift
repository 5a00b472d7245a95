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

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `two of one name are left to a person`(_ index: Int, policy: MergePolicy) throws {
    try Self.left[index].checkLeft(policy)
  }
}
