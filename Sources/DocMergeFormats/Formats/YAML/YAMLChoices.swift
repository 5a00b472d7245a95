/// Members of which a program accepts only one.
extension YAMLVocabulary {
  /// Names of which only one may be in a mapping.
  struct Choice: Sendable {
    let names: Set<String>
  }

  /// The choices in the value of a key, or in an item of the list there.
  func choices(in context: String) -> [Choice] {
    switch self {
    case .kubernetes: Self.kubernetesChoices[context] ?? []
    case .compose: context == "services" ? [Choice(names: ["network_mode", "networks"])] : []
    case .actions: Self.actionChoices[context] ?? []
    case .openAPI: context == "parameters" ? Self.parameterChoices : []
    case .kustomize: []
    }
  }

  private static let handler = Choice(names: ["exec", "httpGet", "tcpSocket", "grpc", "sleep"])

  private static let volumes: Set<String> = [
    "awsElasticBlockStore", "azureDisk", "azureFile", "cephfs", "cinder", "configMap", "csi",
    "downwardAPI", "emptyDir", "ephemeral", "fc", "flexVolume", "gcePersistentDisk", "gitRepo",
    "glusterfs", "hostPath", "image", "iscsi", "nfs", "persistentVolumeClaim", "portworxVolume",
    "projected", "rbd", "secret", "vsphereVolume",
  ]

  private static let kubernetesChoices: [String: [Choice]] = [
    "volumes": [Choice(names: volumes)],
    "env": [Choice(names: ["value", "valueFrom"])],
    "valueFrom": [
      Choice(names: ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef"])
    ],
    "envFrom": [Choice(names: ["configMapRef", "secretRef"])],
    "sources": [
      Choice(names: ["configMap", "secret", "downwardAPI", "serviceAccountToken"])
    ],
    "livenessProbe": [handler], "readinessProbe": [handler], "startupProbe": [handler],
    "postStart": [handler], "preStop": [handler],
    "backend": [Choice(names: ["service", "resource"])],
    "spec": [Choice(names: ["minAvailable", "maxUnavailable"])],
    "from": blocks, "to": blocks,
  ]

  private static let blocks = [
    Choice(names: ["ipBlock", "podSelector"]), Choice(names: ["ipBlock", "namespaceSelector"]),
  ]

  private static let filters = [
    Choice(names: ["branches", "branches-ignore"]), Choice(names: ["paths", "paths-ignore"]),
    Choice(names: ["tags", "tags-ignore"]),
  ]

  private static let actionChoices: [String: [Choice]] = [
    "steps": [Choice(names: ["uses", "run"])],
    "jobs": [Choice(names: ["uses", "steps"]), Choice(names: ["uses", "runs-on"])],
    "push": filters, "pull_request": filters, "pull_request_target": filters,
    "workflow_run": filters,
  ]

  private static let parameterChoices = [
    Choice(names: ["schema", "content"]), Choice(names: ["example", "examples"]),
  ]
}
