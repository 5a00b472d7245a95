/// The purpose of the lists of a YAML document, if programs define how their items are found.
///
///     ports:                          a set of items that are found
///       - containerPort: 80           by the port and the protocol,
///     environment:
///       - LEVEL=debug                 or by the name before the sign;
///     steps:
///       - uses: actions/checkout@v4   items in order, found by their names
enum YAMLVocabulary: Sendable {
  /// Resources of Kubernetes.
  case kubernetes
  /// Kustomizations.
  case kustomize
  /// Compose files.
  case compose
  /// Workflows of GitHub.
  case actions
  /// Descriptions of the interface of a service.
  case openAPI

  /// The known properties of a list.
  struct List: Sendable {
    /// How its items are found.
    var identity: Identity
    /// A set where the order does not matter; items otherwise.
    var kind = Node.Kind.set
    /// A member that no two items may share, although they are not found by it.
    var unique: String?
  }

  /// How an item is found.
  enum Identity: Sendable {
    /// By members, the first of which must exist; a path is separated by full stops.
    case members([String])
    /// By its whole text.
    case value
    /// By the name before `=`.
    case assignment
    /// By its mount point: `./data:/var/lib:ro`, or the member `target`.
    case mount
    /// By the port that it publishes: `127.0.0.1:8080:80/tcp`, or the members for that.
    case publishedPort
    /// By the name of a step: its id, its name, or the action without a version.
    case step
    /// By the kind, the namespace and the name of a resource.
    case resource
  }

  /// The list that is the value of a key; `nil` where it is not known.
  func list(under key: String) -> List? {
    switch self {
    case .kubernetes: Self.kubernetesLists[key]
    case .kustomize: Self.kustomizeLists[key]
    case .compose: Self.composeLists[key]
    case .actions: key == "steps" ? List(identity: .step, kind: .items) : nil
    case .openAPI: Self.openAPILists[key]
    }
  }

  private static let named = List(identity: .members(["name"]))

  private static let kubernetesLists: [String: List] = [
    "containers": named, "ephemeralContainers": named, "env": named,
    // These run one after the other.
    "initContainers": List(identity: .members(["name"]), kind: .items),
    "volumes": named, "imagePullSecrets": named, "secrets": named, "parameters": named,
    "ports": List(identity: .publishedPort, unique: "name"),
    "volumeMounts": List(identity: .members(["mountPath"])),
    "volumeDevices": List(identity: .members(["devicePath"])),
    "hostAliases": List(identity: .members(["ip"])),
    "tolerations": List(identity: .members(["key", "effect"])),
    "topologySpreadConstraints": List(
      identity: .members(["topologyKey", "whenUnsatisfiable"])),
    "conditions": List(identity: .members(["type"])),
    "ownerReferences": List(identity: .members(["uid"])),
    "volumeClaimTemplates": List(identity: .members(["metadata.name"])),
    "rules": List(identity: .members(["host"])),
    "paths": List(identity: .members(["path", "pathType"])),
    "subjects": List(identity: .members(["name", "kind", "namespace"])),
    "versions": List(identity: .members(["name"]), kind: .items),
    "items": List(identity: .resource), "verbs": List(identity: .value),
    "resources": List(identity: .value), "apiGroups": List(identity: .value),
    "resourceNames": List(identity: .value), "accessModes": List(identity: .value),
    "finalizers": List(identity: .value), "policyTypes": List(identity: .value),
    "shortNames": List(identity: .value),
  ]

  private static let kustomizeLists: [String: List] = [
    "resources": List(identity: .value), "bases": List(identity: .value),
    "crds": List(identity: .value), "configurations": List(identity: .value),
    "images": named, "replicas": named, "configMapGenerator": named, "secretGenerator": named,
    "literals": List(identity: .assignment),
  ]

  private static let composeLists: [String: List] = [
    "ports": List(identity: .publishedPort), "environment": List(identity: .assignment),
    "volumes": List(identity: .mount), "depends_on": List(identity: .value),
    "labels": List(identity: .assignment), "networks": List(identity: .value),
    "cap_add": List(identity: .value), "cap_drop": List(identity: .value),
    "profiles": List(identity: .value), "expose": List(identity: .value),
    "extra_hosts": List(identity: .value), "sysctls": List(identity: .assignment),
    "devices": List(identity: .mount),
  ]

  private static let openAPILists: [String: List] = [
    "parameters": List(identity: .members(["name", "in"])), "required": List(identity: .value),
    "tags": List(identity: .members(["name"])), "servers": List(identity: .members(["url"])),
  ]
}
