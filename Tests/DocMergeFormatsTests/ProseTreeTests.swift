import DocMergeFormats
import Testing

@Suite struct MarkdownTreeTests {
  @Test func `sections hold lists, tables, code and references`() throws {
    let text = """
      ---
      title: Notes
      ---

      # Notes

      First
      paragraph.

      ## To do ##

      - [ ] one
        more of it

        and more
      - two
        - inner
        - other

      <!-- the costs -->
      | Item | Cost |
      |------|-----:|
      | Tea  | 3    |
      | Milk | 1    |

      ```sh
      # no heading

      - no item
      ```

      Links
      -----

      [a]: https://a.example
      [b]: https://b.example

      """
    let tree = try soundTree(text, ProseFormat(.markdown))
    let expected = #"""
      blocks
        text --- = ---\ntitle: Notes\n---
        blocks Notes
          text = First\nparagraph.
          blocks To do
            items
              text = - [ ] one\n  more of it\n\n  and more
              blocks
                items
                  text = - inner
                  text = - other
            items
              scalar Tea = | Tea  | 3    |
              scalar Milk = | Milk | 1    |
            text = ```sh\n# no heading\n\n- no item\n```
          blocks Links
            members
              scalar a = [a]: https://a.example
              scalar b = [b]: https://b.example
      """#
    #expect(tree.outline == expected)
    let section = tree.root.children[1].children[1]
    #expect(tree.string(section.head) == "## To do ##\n\n")
    #expect(tree.string(section.children[1].leading) == "<!-- the costs -->\n")
    #expect(tree.string(section.children[1].head) == "| Item | Cost |\n|------|-----:|\n")
    #expect(tree.string(section.children[0].children[1].head) == "- two\n")
  }

  @Test func `blank lines between items are those of the item before`() throws {
    let tree = try soundTree("- a\n\n- b\n\nText\n", ProseFormat(.markdown))
    let list = tree.root.children[0]
    #expect(tree.string(list.children[0].range) == "- a\n\n")
    #expect(tree.string(list.children[1].range) == "- b\n")
    #expect(tree.string(list.range) == "- a\n\n- b\n\n")
  }

  @Test(arguments: [
    "# a\n\n- b\n", "# a\n\n- b", "- b\n\n\n", "\n\n- b\n", "\u{FEFF}# a\n", "",
  ])
  func `the ends of a text are as they may be`(text: String) throws {
    _ = try soundTree(text, ProseFormat(.markdown))
  }

  @Test func `the same title at another level is another key`() throws {
    let tree = try soundTree("# A\n## B\n# b\n## a  C\n## A c\n", ProseFormat(.markdown))
    let (first, second) = (tree.root.children[0], tree.root.children[1])
    #expect(first.children[0].key != second.key)
    #expect(second.children[0].key == second.children[1].key)
  }

  @Test func `front matter needs a key and an end`() {
    func range(_ text: String) -> Range<Int>? { ProseFormat.frontMatter(in: Array(text.utf8)) }
    #expect(range("---\na: b\n---\n\nText\n") == 4..<9)
    #expect(range("+++\na = 1\n+++\n") == 4..<10)
    #expect(range("---\na: b\n") == nil)
    #expect(range("---\n\nA rule.\n\n---\n") == nil)
    #expect(range("Text\n---\na: b\n---\n") == nil)
  }
}

@Suite struct RestTreeTests {
  @Test func `levels follow the order of the underlines`() throws {
    let text = """
      =====
      Title
      =====

      .. _part:

      Part
      ----

      * one
        more

      * two

        - inner

      term
         Its text.

      Example::

         * no item

      .. note:: kept

         - whole

      .. toctree::
         :maxdepth: 2

         intro
         usage

      .. _site: https://a.example
      .. |x| replace:: y

      Other
      -----
      """
    let expected = #"""
      blocks
        blocks Title
          blocks Part
            items
              text = * one\n  more
              blocks
                items
                  text = - inner
            items
              text term = term\n   Its text.
            text = Example::
            text = * no item
            text = .. note:: kept\n\n   - whole
            items
              scalar intro = intro
              scalar usage = usage
            members
              scalar site = .. _site: https://a.example
              scalar x = .. |x| replace:: y
          blocks Other
      """#
    let tree = try soundTree(text, ProseFormat(.reStructuredText))
    #expect(tree.outline == expected)
    let part = tree.root.children[0].children[0]
    #expect(tree.string(part.head) == ".. _part:\n\nPart\n----\n\n")
  }
}

@Suite struct AsciiDocTreeTests {
  @Test func `marks tell how deep an item stands`() throws {
    let text = """
      = Title
      :toc: left
      :icons: font

      [[list]]
      .A list
      * one
      ** inner
      * two
      +
      ----
      * no item
      ----

      // note
      [cols="1,1"]
      |===
      |Name |Value

      |a |1
      |b |2
      |===

      term:: Its text.
      other::
        More.

      == Part

      include::a.adoc[]
      include::b.adoc[]
      """
    let expected = #"""
      blocks
        blocks Title
          members
            scalar toc = :toc: left
            scalar icons = :icons: font
          items
            blocks
              items
                text = ** inner
            text = * two\n+\n----\n* no item\n----
          items
            scalar a = |a |1
            scalar b = |b |2
          items
            text term = term:: Its text.
            text other = other::\n  More.
          blocks Part
            text = include::a.adoc[]
            text = include::b.adoc[]
      """#
    let tree = try soundTree(text, ProseFormat(.asciiDoc))
    #expect(tree.outline == expected)
    let (list, table) = (tree.root.children[0].children[1], tree.root.children[0].children[2])
    #expect(tree.string(list.head) == "[[list]]\n.A list\n")
    #expect(tree.string(table.leading) == "// note\n")
    #expect(tree.string(table.head) == "[cols=\"1,1\"]\n|===\n|Name |Value\n\n")
    #expect(tree.string(table.tail) == "|===")
  }
}

@Suite struct PlainTextTreeTests {
  @Test func `headers of a change log open sections`() throws {
    let text = """
      3.0 dev
          - a
            more
          - b
            - c
      2.1 beta
          - d

      2.0
          - e
      """
    let expected = #"""
      blocks
        blocks 3.0 dev
          items
            text = - a\n      more
            blocks
              items
                text = - c
        blocks 2.1 beta
          items
            text = - d
        blocks 2.0
          items
            text = - e
      """#
    let tree = try soundTree(text, ProseFormat(.plainText))
    #expect(tree.outline == expected)
  }

  @Test func `one line alone is no header, and a line of words is a list`() throws {
    let text =
      "Version 2:\n- a\n- b\n\nSee\n  x.example/a # first\n  x.example/b\n\nTitle\n=====\n• c\n"
    let expected = #"""
      blocks
        text = Version 2:
        items
          text = - a
          text = - b
        text = See
        items
          scalar x.example/a = x.example/a # first
          scalar x.example/b = x.example/b
        blocks Title
          items
            text = • c
      """#
    #expect(try soundTree(text, ProseFormat(.plainText)).outline == expected)
  }
}

@Suite struct LatexTreeTests {
  @Test func `environments are lists, tables, or kept whole`() throws {
    let text = #"""
      \documentclass[
        11pt]{article}
      \usepackage{a}
      % the other one
      \usepackage{b}
      \begin{document}
      \section{First {part}}
      \label{first}

      Text with
      a % comment
      line.
      \begin{itemize}
        \item one
        % about two
        \item two
          \begin{enumerate}
          \item inner
          \end{enumerate}
      % the end
      \end{itemize}
      \begin{tabular}{cc}
      a & 1 \\ \hline
      b & 2 \\
      \end{tabular}

      \begin{proof}
      \begin{itemize}
      \item kept
      \end{itemize}
      \end{proof}
      \subsection*{Inner}
      \end{document}
      """#
    let expected = #"""
      blocks
        text = \documentclass[\n  11pt]{article}
        set
          text a = \usepackage{a}
          text b = \usepackage{b}
        blocks \begin{document}
          blocks First {part}
            text = Text with\na % comment\nline.
            items
              text = \item one
              blocks
                items
                  text = \item inner
            items
              scalar a = a & 1 \\ \hline
              scalar b = b & 2 \\
            text = \begin{proof}\n\begin{itemize}\n\item kept\n\end{itemize}\n\end{proof}
            blocks Inner
      """#
    let tree = try soundTree(text, ProseFormat(.latex))
    #expect(tree.outline == expected)
    let section = tree.root.children[2].children[0]
    #expect(tree.string(section.head) == "\\section{First {part}}\n\\label{first}\n\n")
    #expect(tree.string(section.children[1].tail) == "% the end\n\\end{itemize}")
    #expect(tree.string(section.children[1].children[1].leading) == "  % about two\n  ")
  }
}
