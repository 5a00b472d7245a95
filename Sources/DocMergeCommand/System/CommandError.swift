/// A failure that the command itself detects.
package struct CommandError: Error, CustomStringConvertible {
  package var description: String

  package init(description: String) { self.description = description }
}
