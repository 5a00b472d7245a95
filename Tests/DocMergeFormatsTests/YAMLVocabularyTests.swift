import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of lists whose items programs find by names, ports and paths.
struct YAMLVocabularyTests {
  /// Parts of a text, each with what a side put in its place.
  typealias Edits = [(old: String, new: String)]
  typealias Case = (path: String, base: String, ours: Edits, theirs: Edits)

  private static func edited(_ text: String, _ edits: Edits) -> String {
    edits.reduce(text) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
  }

  private static let deployment = """
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      template:
        spec:
          containers:
            - name: web
              image: web:1
              env:
                - name: A
                  value: "1"
                - name: B
                  value: "2"
              ports:
                - containerPort: 80
                  name: http
              volumeMounts:
                - name: data
                  mountPath: /data
          volumes:
            - name: data
              emptyDir: {}

    """

  private static let roles = """
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata:
      name: r
    subjects:
      - kind: User
        name: a
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: Role
    metadata:
      name: x
    rules:
      - apiGroups: [""]
        resources: ["pods"]
        verbs: ["get"]

    """

  private static let compose = """
    services:
      web:
        image: web
        ports:
          - "80:80"
        environment:
          - A=1
          - B=2
        volumes:
          - ./a:/a
        depends_on:
          - db
      db:
        image: db

    """

  private static let workflow = """
    on: push
    jobs:
      a:
        runs-on: x
        steps:
          - uses: actions/checkout@v3
          - name: Build
            run: make
          - name: Test
            run: make test

    """

  private static let service = """
    openapi: 3.0.0
    paths:
      /a:
        get:
          parameters:
            - name: id
              in: query

    """

  private static let kustomization = "resources:\n  - a.yaml\n  - c.yaml\n"

  private static let actions = ".github/workflows/ci.yml"
  private static let b = "            - name: B\n"
  private static let ports = "          ports:\n"

  private static func variable(_ name: String, _ value: String) -> String {
    "            - name: \(name)\n              value: \"\(value)\"\n"
  }

  private static func config(_ name: String, _ value: String) -> String {
    "---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: \(name)\ndata:\n  v: \"\(value)\"\n"
  }

  /// Merges that are clean, with the changes in the result.
  static let clean: [(merge: Case, result: Edits)] = [
    (
      ("d.yaml", deployment, [(b, variable("X", "9") + b)], [(b, variable("Y", "8") + b)]),
      [(b, variable("X", "9") + variable("Y", "8") + b)]
    ),
    (
      ("d.yaml", deployment, [("\"1\"", "\"3\"")], [("\"2\"", "\"4\"")]),
      [("\"1\"", "\"3\""), ("\"2\"", "\"4\"")]
    ),
    (
      (
        "r.yaml", roles, [("[\"get\"]", "[\"get\", \"list\"]")],
        [("[\"get\"]", "[\"get\", \"watch\"]")]
      ),
      [("[\"get\"]", "[\"get\", \"list\", \"watch\"]")]
    ),
    (
      (
        "r.yaml", roles, [("    name: a\n", "    name: a\n  - kind: User\n    name: b\n")],
        [("    name: a\n", "    name: a\n  - kind: Group\n    name: b\n")]
      ),
      [
        (
          "    name: a\n",
          "    name: a\n  - kind: User\n    name: b\n  - kind: Group\n    name: b\n"
        )
      ]
    ),
    (
      (
        "r.yaml", roles, [("[\"get\"]\n", "[\"get\"]\n" + config("o", "1"))],
        [("[\"get\"]\n", "[\"get\"]\n" + config("t", "2"))]
      ),
      [("[\"get\"]\n", "[\"get\"]\n" + config("o", "1") + config("t", "2"))]
    ),
    (
      (
        "compose.yaml", compose, [("      - B=2\n", "      - B=2\n      - X=1\n")],
        [("      - B=2\n", "      - B=3\n"), ("      - A=1\n", "")]
      ),
      [("      - A=1\n      - B=2\n", "      - B=3\n      - X=1\n")]
    ),
    (
      (
        actions, workflow, [("@v3", "@v4")],
        [("@v3\n", "@v3\n        with: {fetch-depth: 0}\n")]
      ),
      [("@v3\n", "@v4\n        with: {fetch-depth: 0}\n")]
    ),
    (
      (
        "kustomization.yaml", kustomization, [("  - c", "  - b.yaml\n  - c")],
        [("  - c", "  - bb.yaml\n  - c")]
      ),
      [("  - c", "  - b.yaml\n  - bb.yaml\n  - c")]
    ),
  ]

  @Test(arguments: clean.indices)
  func `entries of different names are merged`(_ index: Int) throws {
    let (merge, result) = Self.clean[index]
    let (ours, theirs) = (
      Self.edited(merge.base, merge.ours), Self.edited(merge.base, merge.theirs)
    )
    let merged = text(try merged(merge.path, merge.base, ours, theirs, .balanced))
    #expect(merged == Self.edited(merge.base, result))
    let swapped = text(
      try DocMergeFormatsTests.merged(merge.path, merge.base, theirs, ours, .balanced))
    #expect(swapped != nil)
    let windows = text(
      try DocMergeFormatsTests.merged(
        merge.path, merge.base.replacing("\n", with: "\r\n"), ours.replacing("\n", with: "\r\n"),
        theirs.replacing("\n", with: "\r\n"), .balanced))
    #expect(windows == merged?.replacing("\n", with: "\r\n"))
  }

  /// Merges that are left to a person under every policy.
  static let left: [Case] = [
    (
      "d.yaml", deployment,
      [
        ("            - name: data\n", "            - name: o\n"),
        ("        - name: data\n          emptyDir", "        - name: o\n          emptyDir"),
      ],
      [
        (
          "mountPath: /data\n",
          "mountPath: /data\n            - name: data\n              mountPath: /d\n"
        )
      ]
    ),
    ("d.yaml", deployment, [(b, variable("X", "9") + b)], [(ports, variable("X", "7") + ports)]),
    (
      "d.yaml", deployment, [(ports, variable("X", "9") + ports)],
      [(ports, variable("X", "7") + ports)]
    ),
    ("d.yaml", deployment, [("\"2\"", "\"3\"")], [("\"2\"", "\"4\"")]),
    ("d.yaml", deployment, [(variable("B", "2"), "")], [("\"2\"", "\"4\"")]),
    (
      "d.yaml", deployment, [("containerPort: 80", "containerPort: 81")],
      [("containerPort: 80", "containerPort: 82")]
    ),
    (
      "d.yaml", deployment,
      [
        (
          "            - containerPort",
          "            - containerPort: 81\n              name: a\n            - containerPort"
        )
      ],
      [("name: http\n", "name: http\n            - containerPort: 82\n              name: a\n")]
    ),
    (
      "d.yaml", deployment,
      [
        (
          "            - name: data\n",
          "            - name: o\n              mountPath: /o\n            - name: data\n"
        )
      ],
      [
        (
          "mountPath: /data\n",
          "mountPath: /data\n            - name: t\n              mountPath: /o\n"
        )
      ]
    ),
    (
      "r.yaml", roles, [("apiVersion", String(config("o", "1").dropFirst(4)) + "---\napiVersion")],
      [("[\"get\"]\n", "[\"get\"]\n" + config("o", "2"))]
    ),
    (
      "compose.yaml", compose, [("      - A=1\n", "      - X=1\n      - A=1\n")],
      [("      - B=2\n", "      - B=2\n      - X=2\n")]
    ),
    ("compose.yaml", compose, [("B=2", "B=3")], [("B=2", "B=4")]),
    ("compose.yaml", compose, [("      - B=2\n", "")], [("B=2", "B=4")]),
    ("compose.yaml", compose, [("\"80:80\"", "\"81:80\"")], [("\"80:80\"", "\"82:80\"")]),
    (
      "compose.yaml", compose, [("      - A=1\n      - B=2\n", "      A: 1\n      B: 2\n")],
      [("      - B=2\n", "      - B=2\n      - X=2\n")]
    ),
    (
      "compose.yaml", compose, [("      - ./a:/a\n", "      - ./a:/a\n      - ./b:/b\n")],
      [("      - ./a:/a\n", "      - ./c:/b\n      - ./a:/a\n")]
    ),
    (
      actions, workflow,
      [("      - name: Build\n", "      - name: Lint\n        run: lint\n      - name: Build\n")],
      [("make test\n", "make test\n      - name: Lint\n        run: lint all\n")]
    ),
    (
      "api.yaml", service,
      [
        (
          "        - name: id\n",
          "        - name: a\n          in: query\n          required: false\n        - name: id\n"
        )
      ],
      [
        (
          "          in: query\n",
          "          in: query\n        - name: a\n          in: query\n          required: true\n"
        )
      ]
    ),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `two values of one name are left to a person`(_ index: Int, policy: MergePolicy) throws {
    let (path, base, ours, theirs) = Self.left[index]
    let (one, other) = (Self.edited(base, ours), Self.edited(base, theirs))
    for (ours, theirs) in [(one, other), (other, one)] {
      let merged = try merged(path, base, ours, theirs, policy)
      #expect(!merged.conflicts.isEmpty, "\(text(merged) ?? "")")
    }
  }

  @Test func `steps that both add at one place are left to a person`() throws {
    let test = "      - name: Test\n"
    let merged = try merged(
      Self.actions, Self.workflow,
      Self.edited(Self.workflow, [(test, "      - name: Lint\n        run: lint\n" + test)]),
      Self.edited(Self.workflow, [(test, "      - name: Cover\n        run: cover\n" + test)]),
      .balanced)
    #expect(!merged.conflicts.isEmpty)
  }

  @Test func `a list with an item that has no name keeps its order`() throws {
    let tree = try soundTree(
      Self.deployment.replacing("- name: B\n", with: "- valueFrom: B\n"), YAMLFormat())
    #expect(!tree.outline.contains("set A"))
    #expect(try soundTree(Self.compose, YAMLFormat()).outline.contains("set environment"))
  }
}
