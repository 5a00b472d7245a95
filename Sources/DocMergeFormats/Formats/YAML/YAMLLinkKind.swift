/// A kind of links between parts of a YAML document, by the places of the names.
///
/// A place is a path of keys: `?` is any key, `[]` any item, and `**` at the start any path. It means the value
/// there, or the items of a list; with `*` at its end, the keys.
struct YAMLLinkKind: Sendable {
  /// Where parts get their names.
  let definitions: [String]
  /// Where the names are used.
  let uses: [String]
  /// The texts before a name that is used within a value.
  var expressions: [String] = []
  /// Whether the keys of the document are names.
  var namesRoot = false

  /// All kinds; those of Compose and GitHub beside them are in ``YAMLReferences``.
  static let all: [YAMLLinkKind] = [
    // GitLab
    YAMLLinkKind(
      definitions: [],
      uses: ["?/needs", "?/needs/[]/job", "?/dependencies", "?/extends"],
      expressions: ["!reference ["], namesRoot: true),
    YAMLLinkKind(definitions: ["stages"], uses: ["?/stage", "jobs/include/[]/stage"]),
    // GitHub
    YAMLLinkKind(
      definitions: ["jobs/*"], uses: ["jobs/?/needs"], expressions: ["needs.", "jobs."]),
    YAMLLinkKind(
      definitions: ["jobs/?/steps/[]/id", "runs/steps/[]/id"], uses: [], expressions: ["{{ steps."]),
    // Compose
    YAMLLinkKind(
      definitions: ["services/*"],
      uses: ["services/?/extends", "services/?/extends/service", "services/?/volumes_from"],
      expressions: ["service:"]),
    // Azure: stages and jobs depend on their like.
    YAMLLinkKind(
      definitions: ["**/jobs/[]/job", "**/jobs/[]/deployment", "**/stages/[]/stage"],
      uses: ["**/dependsOn"]),
    // CircleCI
    YAMLLinkKind(definitions: ["jobs/*"], uses: ["workflows/?/jobs", "workflows/?/jobs/*"]),
    YAMLLinkKind(
      definitions: ["workflows/?/jobs", "workflows/?/jobs/*", "workflows/?/jobs/[]/?/name"],
      uses: ["workflows/?/jobs/[]/?/requires"]),
    YAMLLinkKind(
      definitions: ["executors/*"], uses: ["jobs/?/executor", "jobs/?/executor/name"]),
    YAMLLinkKind(
      definitions: ["commands/*"],
      uses: ["jobs/?/steps", "jobs/?/steps/*", "commands/?/steps", "commands/?/steps/*"]),
    // Drone, Woodpecker, Buildkite, Cloud Build
    YAMLLinkKind(
      definitions: ["steps/[]/name", "steps/[]/key", "steps/[]/id"],
      uses: ["steps/[]/depends_on", "steps/[]/waitFor"]),
    // Ansible
    YAMLLinkKind(
      definitions: ["**/handlers/[]/name", "**/handlers/[]/listen"], uses: ["**/notify"]),
    // Argo, Tekton
    YAMLLinkKind(
      definitions: ["**/tasks/[]/name"],
      uses: ["**/tasks/[]/dependencies", "**/tasks/[]/runAfter"]),
    YAMLLinkKind(
      definitions: ["spec/templates/[]/name"], uses: ["**/tasks/[]/template", "spec/entrypoint"]),
    // Taskfile
    YAMLLinkKind(
      definitions: ["tasks/*"],
      uses: ["tasks/?/deps", "tasks/?/deps/[]/task", "tasks/?/cmds/[]/task"]),
    // Alertmanager
    YAMLLinkKind(
      definitions: ["receivers/[]/name"], uses: ["route/receiver", "**/routes/[]/receiver"]),
    // OpenTelemetry
    YAMLLinkKind(definitions: ["receivers/*"], uses: ["service/pipelines/?/receivers"]),
    YAMLLinkKind(definitions: ["processors/*"], uses: ["service/pipelines/?/processors"]),
    YAMLLinkKind(definitions: ["exporters/*"], uses: ["service/pipelines/?/exporters"]),
    // Traefik
    YAMLLinkKind(definitions: ["http/middlewares/*"], uses: ["http/routers/?/middlewares"]),
    YAMLLinkKind(definitions: ["http/services/*"], uses: ["http/routers/?/service"]),
    // OpenAPI
    YAMLLinkKind(
      definitions: ["components/securitySchemes/*", "securityDefinitions/*"],
      uses: ["security/*", "paths/?/?/security/*"]),
    // CloudFormation
    YAMLLinkKind(
      definitions: ["Resources/*", "Parameters/*"], uses: ["**/Ref", "**/DependsOn"],
      expressions: ["!Ref ", "!GetAtt "]),
    YAMLLinkKind(definitions: ["Conditions/*"], uses: ["Resources/?/Condition"]),
  ]
}

/// A place of names, by its last key.
struct YAMLLinkPattern: Sendable {
  /// The number of the kind of link.
  let kind: Int
  let isDefinition: Bool
  /// Whether the keys below are the names.
  let isOfKeys: Bool
  let key: String
  private let path: [String]
  /// Whether the path may be longer than that of the pattern.
  private let isOpen: Bool

  private init(_ place: String, _ kind: Int, isDefinition: Bool) {
    (self.kind, self.isDefinition) = (kind, isDefinition)
    var parts = place.split(separator: "/").map(String.init)
    isOfKeys = parts.last == "*"
    if isOfKeys { parts.removeLast() }
    key = parts.popLast() ?? ""
    isOpen = parts.first == "**"
    path = isOpen ? Array(parts.dropFirst()) : parts
  }

  /// Whether a path of keys leads to the place.
  func fits(_ found: [String]) -> Bool {
    guard isOpen ? found.count >= path.count : found.count == path.count else { return false }
    return zip(path.reversed(), found.reversed()).allSatisfy { $0 == $1 || $0 == "?" && $1 != "[]" }
  }

  /// The patterns of all kinds, by their last keys.
  static let all: [String: [YAMLLinkPattern]] = {
    var found: [String: [YAMLLinkPattern]] = [:]
    for (index, kind) in YAMLLinkKind.all.enumerated() {
      let patterns =
        kind.definitions.map { YAMLLinkPattern($0, index, isDefinition: true) }
        + kind.uses.map { YAMLLinkPattern($0, index, isDefinition: false) }
      for pattern in patterns { found[pattern.key, default: []].append(pattern) }
    }
    return found
  }()
}
