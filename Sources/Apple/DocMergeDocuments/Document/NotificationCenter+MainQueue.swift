public import Foundation

extension NotificationCenter {
  /// Calls a block for the notifications of a name.
  ///
  /// Foundation's method of the same name takes any name or none. On Linux it waits for the main queue even
  /// where that is what posts: whenever another thread than the first one serves the main queue, as in every
  /// program with an `async` main function, a document would wait for itself. This one calls the block at
  /// once then. The compiler chooses it for a name that is no optional.
  ///
  /// - Parameters:
  ///   - name: which notifications.
  ///   - obj: who posts them; `nil` for anybody.
  ///   - queue: where the block runs; `nil` for where the notification is posted.
  ///   - block: gets each notification.
  /// - Returns: what ends it, with `removeObserver(_:)`.
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
      let handed = Handed(notification)
      let operation = BlockOperation { block(handed.value) }
      OperationQueue.main.addOperations([operation], waitUntilFinished: true)
    }
  }
}
