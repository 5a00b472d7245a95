import DocMergeCore
import DocMergeFormats
import Testing

/// Merges of resources, containers and workflows that a program would not take, or run otherwise.
struct YAMLProgramTests {
  private static let deployment = """
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      replicas: 1
      template:
        spec:
          containers:
            - name: web
              image: web:1
              command:
                - run
                - --port
                - "80"
              args: [a, b]
              env:
                - name: A
                  value: "1"
                - name: B
                  value: "2"
                - name: C
              ports:
                - containerPort: 80
                  name: http
                - containerPort: 81
                  name: more
              livenessProbe:
                periodSeconds: 3
                timeoutSeconds: 1
          volumes:
            - name: data
            - name: cache
              emptyDir: {}

    """
  private static let service = """
    apiVersion: v1
    kind: Service
    metadata:
      name: web
    spec:
      type: NodePort
      ports:
        - name: a
          port: 80
          nodePort: 30080
        - name: b
          port: 81
          nodePort: 30081

    """
  private static let compose = """
    services:
      web:
        image: web
        command:
          - run
        ports:
          - "80:80"
          - "90:90"
      db:
        image: db
        ports:
          - "5432:5432"

    """
  private static let workflow = """
    on: push
    jobs:
      a:
        runs-on: x
        steps:
          - name: A
            id: a
          - name: B
            run: b

    """

  private static let actions = ".github/workflows/ci.yml"
  private static let a = "            - name: A\n              value: \"1\"\n"
  private static let c = "            - name: C\n"
  private static let two = "value: \"2\"\n"
  private static let port = "            - \"80\"\n"
  private static let data = "        - name: data\n"
  private static let published = "      - \"80:80\"\n"
  private static let database = "      - \"5432:5432\"\n"

  private static let script =
    "            - |\n"
    + ["first", "second", "third", "last"].map { "              \($0)\n" }.joined()

  private static let pod = """
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      containers:
        - name: a
          ports:
            - containerPort: 80
        - name: b
          ports:
            - containerPort: 81

    """
  private static let firstPort = "        - containerPort: 80\n"
  private static let secondPort = "        - containerPort: 81\n"

  private static func words(_ words: String...) -> String {
    words.map { "            - \($0)\n" }.joined()
  }

  private static let left: [EditedCase] = [
    // A variable is made of those above it.
    EditedCase(
      "d.yaml", deployment, [.cut(a), .add(a, before: c)], [.swap(two, "value: $(A)/x\n")]),
    EditedCase("d.yaml", deployment, [.cut(a)], [.swap(two, "value: $(A)/x\n")]),
    EditedCase("d.yaml", deployment, [.cut(a)], [.swap("args: [a", "args: [$(A)")]),
    // A port is taken once.
    EditedCase("s.yaml", service, [.swap("30080", "30090")], [.swap("30081", "30090")]),
    EditedCase("s.yaml", service, [.swap("port: 80\n", "port: 90\n")], [.swap(": 81\n", ": 90\n")]),
    EditedCase(
      "d.yaml", deployment,
      [.add("              hostPort: 8080\n", behind: "containerPort: 80\n")],
      [.add("              hostPort: 8080\n", behind: "containerPort: 81\n")]),
    EditedCase(
      "compose.yaml", compose, [.add("      - \"8000-8010:8000-8010\"\n", before: published)],
      [.add("      - \"127.0.0.1:8005:80\"\n", behind: "      - \"90:90\"\n")]),
    EditedCase(
      "compose.yaml", compose, [.add("      - \"8000:80\"\n", before: published)],
      [.add("      - target: 80\n        published: 8000\n", behind: database)]),
    // One of several members.
    EditedCase(
      "d.yaml", deployment, [.add("          emptyDir: {}\n", behind: data)],
      [.add("          configMap:\n            name: x\n", behind: data)]),
    EditedCase(
      "d.yaml", deployment, [.add("              value: x\n", behind: c)],
      [
        .add(
          "              valueFrom:\n                fieldRef:\n                  fieldPath: x\n",
          behind: c)
      ]),
    EditedCase(
      "d.yaml", deployment,
      [
        .add(
          "            httpGet:\n              path: /\n              port: 80\n",
          behind: "livenessProbe:\n")
      ],
      [
        .add(
          "            exec:\n              command: [x]\n", behind: "timeoutSeconds: 1\n")
      ]),
    EditedCase(
      actions, workflow, [.add("        run: x\n", behind: "id: a\n")],
      [.swap("- name: A\n", "- uses: x/y@v1\n        name: A\n")]),
    // Any address is each address.
    EditedCase(
      "p.yaml", pod,
      [.add("          hostPort: 8080\n          hostIP: 0.0.0.0\n", behind: firstPort)],
      [.add("          hostPort: 8080\n", behind: secondPort)]),
  ]

  @Test(arguments: left.indices, MergePolicy.allCases)
  func `what a program does not take is left to a person`(
    _ index: Int, policy: MergePolicy
  ) throws {
    try Self.left[index].checkLeft(policy)
  }

  private static let mixed: [EditedCase] = [
    EditedCase(
      "d.yaml", deployment, [.add(words("--user", "root"), behind: port)],
      [.add(words("--group", "root"), behind: port)]),
    EditedCase(
      "d.yaml", deployment, [.add(words("--quiet"), behind: port)],
      [.add(words("--fast"), behind: port)]),
    EditedCase(
      "d.yaml", deployment, [.swap("[a, b]", "[a, b, --user, root]")],
      [.swap("[a, b]", "[a, b, --group, root]")]),
    EditedCase(
      "values.yaml", "args:\n  - a\n", [.add("  - --user\n  - root\n", behind: "  - a\n")],
      [.add("  - --group\n  - root\n", behind: "  - a\n")]),
    EditedCase(
      "compose.yaml", compose, [.add("      - --user\n      - root\n", behind: "      - run\n")],
      [.add("      - --group\n      - root\n", behind: "      - run\n")]),
  ]

  @Test(arguments: mixed.indices, MergePolicy.allCases)
  func `words of both sides at one place of a command are left to a person`(
    _ index: Int, policy: MergePolicy
  ) throws {
    try Self.mixed[index].checkLeft(policy)
  }

  private static let clean: [EditedCase] = [
    EditedCase(
      "p.yaml", pod,
      [.add("          hostPort: 8080\n          hostIP: 127.0.0.1\n", behind: firstPort)],
      [.add("          hostPort: 8080\n          hostIP: 127.0.0.2\n", behind: secondPort)],
      [
        .add("          hostPort: 8080\n          hostIP: 127.0.0.1\n", behind: firstPort),
        .add("          hostPort: 8080\n          hostIP: 127.0.0.2\n", behind: secondPort),
      ]),
    EditedCase(
      "d.yaml", deployment, [.cut(a), .add(a, before: c)], [.swap(two, "value: $(Z)/$$(A)\n")],
      [.cut(a), .add(a, before: c), .swap(two, "value: $(Z)/$$(A)\n")]),
    EditedCase(
      "d.yaml", deployment, [.swap(two, "value: $(A)/x\n")], [.swap("\"1\"", "\"9\"")],
      [.swap(two, "value: $(A)/x\n"), .swap("\"1\"", "\"9\"")]),
    EditedCase(
      "s.yaml", service, [.swap("30080", "30090")], [.swap("30081", "30091")],
      [.swap("30080", "30090"), .swap("30081", "30091")]),
    EditedCase(
      "compose.yaml", compose, [.add("      - \"8000-8010:8000-8010\"\n", before: published)],
      [.add("      - \"8005:80/udp\"\n      - \"8011:80\"\n", behind: database)],
      [
        .add("      - \"8000-8010:8000-8010\"\n", before: published),
        .add("      - \"8005:80/udp\"\n      - \"8011:80\"\n", behind: database),
      ]),
    EditedCase(
      "compose.yaml", compose, [.add("      - \"127.0.0.1:8000:80\"\n", before: published)],
      [.add("      - \"127.0.0.2:8000:80\"\n", behind: database)],
      [
        .add("      - \"127.0.0.1:8000:80\"\n", before: published),
        .add("      - \"127.0.0.2:8000:80\"\n", behind: database),
      ]),
    EditedCase(
      "d.yaml", deployment, [.add("          emptyDir: {}\n", behind: data)],
      [.swap("emptyDir: {}", "emptyDir: {medium: Memory}")],
      [
        .swap("emptyDir: {}", "emptyDir: {medium: Memory}"),
        .add("          emptyDir: {}\n", behind: data),
      ]),
    EditedCase(
      "d.yaml", deployment, [.add(words("--quiet"), behind: port)], [.swap("- run\n", "- go\n")],
      [.add(words("--quiet"), behind: port), .swap("- run\n", "- go\n")]),
    EditedCase(
      "d.yaml", deployment, [.add(words("--quiet"), behind: port)],
      [.add(words("-v"), behind: "            - run\n")],
      [.add(words("--quiet"), behind: port), .add(words("-v"), behind: "            - run\n")]),
    EditedCase(
      "values.yaml", "args:\n  - a\nb: 1\n", [.add("  - --fast\n", behind: "  - a\n")],
      [.add("  - --quiet\n", behind: "  - a\n")],
      [.add("  - --fast\n  - --quiet\n", behind: "  - a\n")]),
    // The lines of one word are changed as those of a text.
    EditedCase(
      "d.yaml", deployment.edited([.swap(port, script)]), [.swap("first", "one")],
      [.swap("last", "four")], [.swap("first", "one"), .swap("last", "four")]),
    EditedCase(
      "d.yaml", deployment, [.swap("name: web\nspec", "name: site\nspec")],
      [.swap("replicas: 1", "replicas: 2")],
      [.swap("name: web\nspec", "name: site\nspec"), .swap("replicas: 1", "replicas: 2")]),
    EditedCase(
      actions, workflow, [.add("        run: x\n", behind: "id: a\n")],
      [.add("        env: {A: 1}\n", behind: "run: b\n")],
      [
        .add("        run: x\n", behind: "id: a\n"),
        .add("        env: {A: 1}\n", behind: "run: b\n"),
      ]),
  ]

  @Test(arguments: clean.indices)
  func `changes that a program takes together are merged`(_ index: Int) throws {
    try Self.clean[index].check()
  }
}
