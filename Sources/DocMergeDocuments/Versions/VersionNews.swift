import Foundation

/// What presenters are told about versions.
enum VersionNews {
  case gained, lost, resolved

  /// Tells the presenters of a file, in all processes.
  func send(_ identifier: String, of url: URL) {}
}
