import DocMergeFormats
import Testing

struct YAMLTests {
  private let workflow = """
    # licence

    # when
    on: [push, "pull request now"] # c
    jobs:   # all
      # build it
      build: &b
        runs-on: ubuntu
        steps:
        - run: make   all now
          env: {A: 1,
            B: 2}

        # two
        - *b
        # - run: more
      # tail of jobs

    text: |
      a

      b # no

    "empty":

    """

  @Test func `finds members by key and items in their lists`() throws {
    let tree = try soundTree(workflow, YAMLFormat())
    #expect(
      tree.outline == """
        members
          items on
            scalar = push
            text = "pull request now"
          members jobs
            members build
              scalar runs-on = runs-on: ubuntu
              items steps
                members
                  text run = run: make   all now
                  members env
                    scalar A = A: 1
                    scalar B = B: 2
                scalar = - *b
          text text = text: |\\n  a\\n\\n  b # no
          scalar empty = "empty":
        """)
    #expect(tree.string(tree.root.head) == "# licence\n\n")
    #expect(tree.string(tree.root.tail) == "\n")
    #expect(tree.root.children[1].children[0].mark == nil)
    #expect(tree.root.children[0].mark == 0x2C)
  }

  @Test func `a comment belongs to what it is indented like`() throws {
    let tree = try soundTree(workflow, YAMLFormat())
    let jobs = tree.root.children[1]
    #expect(tree.string(tree.root.children[0].leading) == "# when\n")
    #expect(tree.string(jobs.head) == "jobs:   # all\n")
    #expect(tree.string(jobs.tail) == "\n  # tail of jobs")
    let build = jobs.children[0]
    #expect(tree.string(build.leading) == "  # build it\n  ")
    let steps = build.children[1]
    // As deep as the items, but also as the key of the list.
    #expect(tree.string(steps.tail) == "")
    #expect(tree.string(build.tail) == "\n    # - run: more")
    #expect(tree.string(steps.children[1].leading) == "    # two\n    ")
    #expect(tree.string(steps.children[0].head) == "- ")
  }

  @Test func `the end of a line and blank lines belong to what ends there outermost`() throws {
    let text = "a:\n  b:\n    - 1 # one\n    - c: 2\n\n\nd: 3 # three\n\ne:\n- 4\n\n"
    let tree = try soundTree(text, YAMLFormat())
    #expect(
      tree.parts(tree.root).map { $0.suffix(6) } == [
        "2|\\n\\n\\n".suffix(6), " three\\n\\n".suffix(6), "\\n- 4|",
      ])
    let items = tree.root.children[0].children[0]
    #expect(tree.parts(tree.root.children[0]) == ["  |b:\\n    - 1 # one\\n    - c: 2|"])
    #expect(tree.parts(items) == ["    |- 1| # one\\n", "    |- c: 2|"])
  }

  @Test func `items can begin on the line of a dash`() throws {
    let text =
      "- - 1\n  - 2\n-\n  a: 1\n- b: |2-\n     x\n\n  c: >+\n    y\n\n- !t &x\n  - z\n- &k d: *x\n"
    let tree = try soundTree(text, YAMLFormat())
    #expect(
      tree.outline == """
        items
          items
            scalar = - 1
            scalar = - 2
          members
            scalar a = a: 1
          members
            text b = b: |2-\\n     x
            text c = c: >+\\n    y\\n
          items
            scalar = - z
          members
            scalar d = &k d: *x
        """)
    #expect(tree.string(tree.root.children[1].head) == "-\n")
    #expect(tree.string(tree.root.children[3].head) == "- !t &x\n")
  }

  @Test func `scalars can have several lines`() throws {
    let text =
      "a: one\n  two # c\nb: 'it''s\n\n  x: y'\nc:\n  \"d\n  e f\"\n\"g\": [h\n  i, {j: k, l}, m: n]\n"
    let tree = try soundTree(text, YAMLFormat())
    #expect(
      tree.outline == """
        members
          scalar a = a: one\\n  two
          text b = b: 'it''s\\n\\n  x: y'
          text c = c:\\n  "d\\n  e f"
          items g
            scalar = h\\n  i
            members
              scalar j = j: k
              scalar l = l
            scalar = m: n
        """)
  }

  @Test func `documents are found by resource or anchor`() throws {
    let text = """
      kind: A
      metadata:
        name: a
      # end of a
      ---
      # source
      kind: A
      metadata: {name: b, namespace: c}

      --- !u!1 &12
      x: 1
      ...
      # c
      ---
      - 1
      """
    let tree = try soundTree(text, YAMLFormat())
    #expect(tree.root.kind == .blocks)
    let keys = tree.root.children.map { $0.key.map { tree.string($0.range) } }
    #expect(keys == ["a", "b", "12", nil])
    #expect(tree.string(tree.root.children[0].tail) == "\n# end of a")
    #expect(tree.string(tree.root.children[1].head) == "---\n")
    #expect(tree.string(tree.root.children[2].tail) == "\n...")
    #expect(tree.string(tree.root.children[3].head) == "# c\n---\n")
  }

  @Test func `one document is the root, whatever it is`() throws {
    #expect(try soundTree("%YAML 1.2\n---\na: 1\n...\n", YAMLFormat()).root.kind == .members)
    #expect(try soundTree("--- # c\n- a\n", YAMLFormat()).root.kind == .items)
    #expect(try soundTree("--- [a]\n", YAMLFormat()).root.children.count == 1)
    #expect(try soundTree("some words only\n", YAMLFormat()).root.kind == .text)
    #expect(try soundTree("# c\n", YAMLFormat()).root.kind == .members)
  }

  @Test func `keys mean the same however they are quoted`() throws {
    let keys = try ["it's: 1", "'it''s': 1", "\"it\\u0027s\" : 1", "{it's: 1}", "&a it's: 1"].map {
      try soundTree($0, YAMLFormat()).root.children[0].key
    }
    #expect(Set(keys).count == 1)
  }
}
