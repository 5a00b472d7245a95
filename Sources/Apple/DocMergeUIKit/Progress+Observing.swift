import DocMergeDocuments
public import Foundation
import Synchronization

/// The values for an observer of a property, as on Apple's systems.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits, as in Apple's type.
  public let rawValue: UInt

  /// Makes a set from its bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The new value.
  public static let new = NSKeyValueObservingOptions(rawValue: 1)
  /// The old value.
  public static let old = NSKeyValueObservingOptions(rawValue: 2)
  /// The first value, before `observe` returns.
  public static let initial = NSKeyValueObservingOptions(rawValue: 4)
}

/// A change of a property.
public struct NSKeyValueObservedChange<Value> {
  /// The value after the change, if it was asked for.
  public var newValue: Value?
  /// The value before the change, if it was asked for.
  public var oldValue: Value?
  /// Whether the change is still to come; never on Linux.
  public var isPrior: Bool { false }
}

/// Keeps an observation active as long as it lives.
public final class NSKeyValueObservation: NSObject, Sendable {
  private let timer: Mutex<(any DispatchSourceTimer)?>

  fileprivate init(_ timer: sending any DispatchSourceTimer) { self.timer = Mutex(timer) }

  /// Ends the observation.
  public func invalidate() {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
  }

  deinit { invalidate() }
}

extension Progress {
  private static let observing = DispatchQueue(label: "docmerge.progress")

  /// Reports changes of a property of the progress.
  ///
  ///     observation = document.progress.observe(\.fractionCompleted) { progress, _ in … }
  ///
  /// Foundation on Linux does not report such changes, so the property is read fifty times a second: of several changes
  /// in between, the last is reported. The handler is called on a separate queue.
  ///
  /// - Parameters:
  ///   - keyPath: the property.
  ///   - options: which values the handler gets, and whether it gets the current one at once.
  ///   - changeHandler: called after each change.
  /// - Returns: an object that keeps the observation active.
  @preconcurrency
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<Progress, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping @Sendable (Progress, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    let first = self[keyPath: keyPath]
    if options.contains(.initial) {
      changeHandler(self, .init(newValue: options.contains(.new) ? first : nil))
    }
    let watch = ProgressWatch(self, keyPath, first, options, changeHandler)
    let timer = DispatchSource.makeTimerSource(queue: Progress.observing)
    timer.schedule(deadline: .now(), repeating: .milliseconds(20), leeway: .milliseconds(10))
    timer.setEventHandler { watch.look() }
    timer.resume()
    return NSKeyValueObservation(timer)
  }
}

/// Polls a property.
///
/// Unchecked, with this proof: a key path never changes, and the last value is only used on one serial queue.
private final class ProgressWatch<Value: Equatable>: @unchecked Sendable {
  private weak let progress: Progress?
  private let path: KeyPath<Progress, Value>
  private let options: NSKeyValueObservingOptions
  private let handler: @Sendable (Progress, NSKeyValueObservedChange<Value>) -> Void
  private var last: Value

  init(
    _ progress: Progress, _ path: KeyPath<Progress, Value>, _ first: Value,
    _ options: NSKeyValueObservingOptions,
    _ handler: @escaping @Sendable (Progress, NSKeyValueObservedChange<Value>) -> Void
  ) {
    (self.progress, self.path, last) = (progress, path, first)
    (self.options, self.handler) = (options, handler)
  }

  func look() {
    guard let progress else { return }
    let (old, new) = (last, progress[keyPath: path])
    guard old != new else { return }
    last = new
    handler(
      progress,
      NSKeyValueObservedChange(
        newValue: options.contains(.new) ? new : nil,
        oldValue: options.contains(.old) ? old : nil))
  }
}
