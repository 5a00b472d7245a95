// Shows how a program decides conflicts: opens the container at the path it is given, lists the
// documents in conflict, and resolves each by the rule for its kind of file.
//
//     ResolveConflicts ~/Notes

// docs/guide/library.md shows the part between the two marks.
// begin guide
import DocMerge

/// The rule for a kind of file.
func resolver(for document: DocumentSummary) -> any Resolver {
  switch document.path.description.split(separator: ".").last {
  case "md": ThreeWayMerge()  // only if nothing is left in conflict
  case "tex": KeepOne(document.current.id.description)  // the version in the folder
  case "svg": KeepBoth()
  case "csv": ByDate(.newest)
  case "log": ByDate(.oldest)
  default: Chain([ThreeWayMerge(), ByDate(.newest)])  // the first that decides
  }
}

let container = try Container.find(from: CommandLine.arguments.dropFirst().first ?? ".")
for document in try container.conflicts() {
  let computers = document.heads.map(\.computer).joined(separator: ", ")
  let report = try container.resolve(document.id, using: resolver(for: document))
  let decision = report.resolution?.strategy ?? "left in conflict"
  print("\(document.path) of \(computers): \(decision)")
}
// end guide
