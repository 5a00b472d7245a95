public import Foundation

extension NotificationCenter {
  /// Calls a block for the notifications of a name.
  ///
  /// Foundation's method of the same name takes any name or none. On Linux it waits for the main queue even if that is
  /// what posts: if another thread than the first one serves the main queue, as in every program with an `async` main
  /// function, a document would wait for itself. This one calls the block at once in that case. The compiler chooses it
  /// for a name that is not optional.
  ///
  /// - Parameters:
  ///   - name: the name of the notifications.
  ///   - obj: the poster; `nil` for any.
  ///   - queue: the queue for the block; `nil` for the thread that posts.
  ///   - block: gets each notification.
  /// - Returns: an observer, to be passed to `removeObserver(_:)` in the end.
  @preconcurrency @discardableResult
  public func addObserver(
    forName name: Notification.Name, object obj: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    let anyName: Notification.Name? = name
    guard queue === OperationQueue.main else {
      return addObserver(forName: anyName, object: obj, queue: queue, using: block)
    }
    return addObserver(forName: anyName, object: obj, queue: nil) { notification in
      if MainQueue.isCurrent { return block(notification) }
      let handed = UncheckedSendable(notification)
      let operation = BlockOperation { block(handed.value) }
      OperationQueue.main.addOperations([operation], waitUntilFinished: true)
    }
  }
}
