import DocMergeArchive

/// Rows or columns in the groups that they are in.
struct NestedLines {
  private var open: [XMLElement] = []
  private var names: [XMLElement] = []
  private var done: [XMLElement] = []

  /// Adds a line behind those that are there.
  mutating func add(_ line: XMLElement, in nest: XMLElement?) {
    let groups = nest?.elements ?? []
    var shared = 0
    while shared < groups.count, shared < names.count, groups[shared] == names[shared] {
      shared += 1
    }
    close(to: shared)
    for group in groups[shared...] {
      open.append(group)
      names.append(group)
    }
    append(line)
  }

  private mutating func append(_ element: XMLElement) {
    if open.isEmpty {
      done.append(element)
    } else {
      open[open.count - 1].children.append(.element(element))
    }
  }

  private mutating func close(to depth: Int) {
    while open.count > depth {
      let element = open.removeLast()
      names.removeLast()
      append(element)
    }
  }

  var finished: [XMLElement] {
    var nested = self
    nested.close(to: 0)
    return nested.done
  }
}
