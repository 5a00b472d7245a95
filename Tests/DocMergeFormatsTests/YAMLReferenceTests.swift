import DocMergeCore
import DocMergeFormats
import Testing

/// Merges in which one part of a document names another one.
struct YAMLReferenceTests {
  private static let compose = """
    services:
      a:
        image: a
      web:
        image: web
        restart: always
      db:
        image: db
        restart: always
    networks:
      front:
        driver: bridge
      back:
        driver: bridge
    volumes:
      data:
        driver: local
      cache:
        driver: local

    """
  private static let workflow = """
    on: push
    jobs:
      a:
        runs-on: x
        steps:
          - run: a
      b:
        runs-on: x
        steps:
          - name: One
            run: one
          - name: Two
            id: v
            run: two
          - name: Three
            run: three
      c:
        runs-on: x
        steps:
          - run: c

    """
  private static let actions = ".github/workflows/ci.yml"
  private static let service = "  a:\n    image: a\n"
  private static let job = "  a:\n    runs-on: x\n    steps:\n      - run: a\n"
  private static let head = "  c:\n    runs-on: x\n"
  private static let db = "    image: db\n"

  private static func list(_ name: String, _ item: String) -> Edit {
    .add("    \(name):\n      - \(item)\n", behind: db)
  }

  /// What one side removes, and where the other one names it.
  private static let left: [EditedCase] = [
    EditedCase("compose.yaml", compose, [.cut(service)], [list("depends_on", "a")]),
    EditedCase(
      "compose.yaml", compose, [.cut(service)],
      [
        .add(
          "    depends_on:\n      a:\n        condition: service_started\n", behind: db)
      ]),
    EditedCase(
      "compose.yaml", compose, [.cut("  front:\n    driver: bridge\n")], [list("networks", "front")]
    ),
    EditedCase(
      "compose.yaml", compose, [.cut("  data:\n    driver: local\n")],
      [list("volumes", "data:/var/lib")]),
    EditedCase(actions, workflow, [.cut(job)], [.add("    needs: a\n", behind: head)]),
    EditedCase(actions, workflow, [.cut(job)], [.add("    needs: [a, b]\n", behind: head)]),
    EditedCase(
      actions, workflow, [.add("        id: w\n", behind: "name: One\n")],
      [.add("        id: w\n", behind: "name: Three\n")]),
    EditedCase(
      actions, workflow, [.cut("        id: v\n")],
      [.swap("run: three", "run: three ${{ steps.v.outputs.x }}")]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `what one side names is not removed by the other one`(
    _ index: Int, policy: MergePolicy
  ) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static func clean(_ path: String, _ base: String, _ one: Edit, _ other: Edit)
    -> EditedCase
  {
    EditedCase(path, base, [one], [other], [one, other])
  }

  private static let clean: [EditedCase] = [
    clean("compose.yaml", compose, .cut(service), list("depends_on", "web")),
    clean("compose.yaml", compose, .cut(service), list("networks", "default")),
    clean(
      "compose.yaml", compose, .cut("  data:\n    driver: local\n"), list("volumes", "./data:/x")),
    clean("compose.yaml", compose, .cut("  data:\n    driver: local\n"), list("volumes", "/data")),
    clean(actions, workflow, .cut(job), .add("    needs: b\n", behind: head)),
    clean(
      actions, workflow, .add("        id: w\n", behind: "name: One\n"),
      .add("        id: u\n", behind: "name: Three\n")),
    clean(
      actions, workflow, .cut("        id: v\n"),
      .swap("run: three", "run: three ${{ steps.w.outputs.x }}")),
    // What another file has may be named.
    EditedCase(
      "compose.yaml", compose,
      [.cut(service), .add("include: [other.yaml]\n", before: "networks:")],
      [list("depends_on", "a")],
      [
        .cut(service), .add("include: [other.yaml]\n", before: "networks:"),
        list("depends_on", "a"),
      ]),
  ]

  @Test(arguments: clean.indices)
  func `what does not name each other is merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }
}
