import DocMergeUIKit
@preconcurrency import OpenCombine
import OpenCombineDispatch
import OpenCombineFoundation

// What a program may copy: publishers of what a document tells in other ways.
extension UIDocument {
  /// The state at the moment of the subscription, and each one after it, on the main thread.
  var statePublisher: AnyPublisher<State, Never> {
    let changes = NotificationCenter.default.ocombine
      .publisher(for: UIDocument.stateChangedNotification, object: self)
    return Deferred { [self] in
      changes.compactMap { ($0.object as? UIDocument)?.documentState }.prepend(documentState)
    }
    .removeDuplicates().eraseToAnyPublisher()
  }

  /// The versions that the document is in conflict with; none while there is no conflict.
  var conflictPublisher: AnyPublisher<[NSFileVersion], Never> {
    statePublisher
      .map { [weak self] state in
        guard let self, state.contains(.inConflict) else { return [] }
        return NSFileVersion.unresolvedConflictVersionsOfItem(at: fileURL) ?? []
      }
      .removeDuplicates().eraseToAnyPublisher()
  }

  /// How far the contents have come, from 0 to 1, on the main thread.
  var progressPublisher: AnyPublisher<Double, Never> {
    let progress = progress
    return Deferred {
      let fractions = CurrentValueSubject<Double, Never>(progress.fractionCompleted)
      let observation = progress.observe(\.fractionCompleted) { progress, _ in
        fractions.send(progress.fractionCompleted)
      }
      return fractions.handleEvents(receiveCancel: observation.invalidate)
    }
    .removeDuplicates()
    // The progress tells it on a queue of its own.
    .receive(on: DispatchQueue.main.ocombine).eraseToAnyPublisher()
  }
}
