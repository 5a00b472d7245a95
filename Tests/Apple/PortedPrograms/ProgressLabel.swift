import DocMergeUIKit

/// Shows how far a transfer is, as a label of a program does.
final class ProgressLabel {
  private var observation: NSKeyValueObservation?
  private let lock = NSLock()
  private var shown: [Double] = []

  init(_ progress: Progress) {
    observation = progress.observe(\.fractionCompleted, options: [.initial, .new]) {
      [weak self] _, change in
      self?.show(change.newValue ?? -1)
    }
  }

  private func show(_ fraction: Double) {
    lock.lock()
    shown.append(fraction)
    lock.unlock()
  }

  var fractions: [Double] {
    lock.lock()
    defer { lock.unlock() }
    return shown
  }

  func stop() { observation?.invalidate() }
}
