import DocMergeDocuments
public import Foundation

extension NotificationCenter {
  /// The notifications of a name, as a sequence; each iterator gets those that are posted from then on.
  ///
  /// - Parameters:
  ///   - name: the name.
  ///   - object: the poster; `nil` for any.
  /// - Returns: the sequence.
  public func notifications(
    named name: Notification.Name, object: AnyObject? = nil
  ) -> Notifications {
    Notifications(center: self, name: name, object: object)
  }

  /// The notifications of a name, one after the other.
  ///
  /// Proof of `@unchecked`: it stores constants, of which the object is only passed on.
  public final class Notifications: AsyncSequence, @unchecked Sendable {
    private let center: NotificationCenter
    private let name: Notification.Name
    private let object: AnyObject?

    init(center: NotificationCenter, name: Notification.Name, object: AnyObject?) {
      (self.center, self.name, self.object) = (center, name, object)
    }

    /// Starts to observe.
    ///
    /// - Returns: an iterator that waits for notifications.
    public func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = AsyncStream.makeStream(of: UncheckedSendable<Notification>.self)
      let observer = UncheckedSendable(
        center.addObserver(forName: name, object: object, queue: nil) { notification in
          continuation.yield(UncheckedSendable(notification))
        })
      continuation.onTermination = { [center] _ in center.removeObserver(observer.value) }
      return Iterator(stream: stream.makeAsyncIterator())
    }

    /// Waits for one notification after the other.
    public struct Iterator: AsyncIteratorProtocol {
      private var stream: AsyncStream<UncheckedSendable<Notification>>.Iterator

      fileprivate init(stream: AsyncStream<UncheckedSendable<Notification>>.Iterator) {
        self.stream = stream
      }

      /// The next notification; `nil` when the task is cancelled.
      public mutating func next() async -> Notification? {
        await next(isolation: nil)
      }

      /// The next notification; `nil` when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async -> Notification? {
        await stream.next(isolation: actor)?.value
      }
    }
  }
}
