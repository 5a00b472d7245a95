import DocMergeStore
public import Foundation
import Synchronization

/// Finds documents, and tells when others come, change or go.
///
///     let query = MetadataQuery()
///     query.scopes = [.ubiquitousDocuments]
///     query.filter = .name("*.txt")
///     query.start()
///     for await update in query.updates { show(query.items) }
///
/// A query first gathers, then it watches: the notifications have Apple's names and come in Apple's
/// order, on ``operationQueue`` or else on the main queue. Results do not change but there, just before
/// each notification, and not at all between ``disableUpdates()`` and ``enableUpdates()``.
///
/// Results are documents: files, links and packages. Folders that people look into are none, and neither
/// is what is hidden. Everything that is in the folder is here, so nothing is ever downloading.
///
/// Proof of `@unchecked`: the stored properties are a `Mutex` and a constant.
open class MetadataQuery: NSObject, @unchecked Sendable {
  let state = Mutex(State())
  /// The containers that the ubiquitous scopes mean.
  public let containers: UbiquityContainers

  struct State {
    var scopes: [Scope] = []
    var scopeProblem: MetadataQueryError?
    var searchItems: [URL]?
    var filter: ItemFilter?
    var predicate: Untouched<NSPredicate>?
    var sortDescriptors: [Untouched<NSSortDescriptor>] = []
    var sortOrder: [SortDescriptor<MetadataItem>] = []
    var valueListAttributes: [String] = []
    var groupingAttributes: [String]?
    var notificationBatchingInterval: TimeInterval = 1
    var operationQueue: OperationQueue?
    var delegate: Untouched<WeakDelegate>?
    var run = Run()
    var listeners: [Int: AsyncStream<Update>.Continuation] = [:]
    var nextListener = 0
  }

  /// One life of the query, from start to stop.
  struct Run {
    var phase = Phase.idle
    var engine: QueryEngine?
    /// Distinguishes what an earlier run reports late.
    var number = 0
    /// Every document in the scopes, whether or not it is a result.
    var known: [SystemPath: MetadataItem] = [:]
    var results: [MetadataItem] = []
    var resultIDs: Set<ObjectIdentifier> = []
    /// What stands for results, where the delegate replaced them.
    var replacements: [ObjectIdentifier: Untouched<Any>] = [:]
    var disabledCount = 0
    /// What was reported while updates were disabled.
    var waiting = QueryDifference()
  }

  enum Phase {
    case idle, gathering, watching, stopped
  }

  /// Carries what is not `Sendable`.
  ///
  /// Proof of `@unchecked`: predicates and sort descriptors are immutable, and the rest is only handed
  /// on.
  struct Untouched<Value>: @unchecked Sendable {
    let value: Value
  }

  struct WeakDelegate {
    weak var delegate: (any MetadataQueryDelegate)?
  }

  /// Makes a query over this person's containers.
  public override init() {
    containers = .standard
    super.init()
  }

  /// Makes a query over other containers.
  public init(containers: UbiquityContainers) {
    self.containers = containers
    super.init()
  }

  deinit {
    state.withLock { state in
      state.run.engine?.stop()
      for listener in state.listeners.values { listener.finish() }
    }
  }

  // MARK: What to look for

  /// Where to look.
  open var scopes: [Scope] {
    get { state.withLock(\.scopes) }
    set {
      state.withLock { state in
        state.scopes = newValue
        let isMixed = Set(newValue.map(\.isUbiquitous)).count > 1
        state.scopeProblem = isMixed ? .mixedScopes : nil
      }
    }
  }

  /// Where to look, as Apple's programs write it: names of scopes, paths and URLs.
  ///
  /// A mix of containers and other folders, or a name that is unknown, keeps the query from starting;
  /// ``startOrThrow()`` says why.
  open var searchScopes: [Any] {
    get { scopes.map(\.value) }
    set {
      scopes = newValue.compactMap(Scope.init)
      if let unknown = newValue.first(where: { Scope($0) == nil }) {
        state.withLock { $0.scopeProblem = .unknownScope("\(unknown)") }
      }
    }
  }

  /// Looks at these documents only, URLs or results of another query, instead of through scopes.
  open var searchItems: [Any]? {
    get { state.withLock(\.searchItems) }
    set {
      let urls = newValue?.compactMap { ($0 as? URL) ?? ($0 as? MetadataItem)?.url }
      state.withLock { $0.searchItems = urls }
    }
  }

  /// Which documents are results; together with ``predicate``.
  open var filter: ItemFilter? {
    get { state.withLock(\.filter) }
    set { state.withLock { $0.filter = newValue } }
  }

  /// Which documents are results, as a predicate over ``MetadataItem``.
  open var predicate: NSPredicate? {
    get { state.withLock(\.predicate)?.value }
    set {
      let carried = newValue.map { Untouched(value: $0) }
      state.withLock { $0.predicate = carried }
    }
  }

  // MARK: How to answer

  /// The order of the results; what they leave open is in the order of ``sortOrder``, then of paths.
  open var sortDescriptors: [NSSortDescriptor] {
    get { state.withLock(\.sortDescriptors).map(\.value) }
    set {
      let carried = newValue.map { Untouched(value: $0) }
      state.withLock { $0.sortDescriptors = carried }
    }
  }

  /// The order of the results.
  open var sortOrder: [SortDescriptor<MetadataItem>] {
    get { state.withLock(\.sortOrder) }
    set { state.withLock { $0.sortOrder = newValue } }
  }

  /// The attributes whose values are counted in ``valueLists``.
  open var valueListAttributes: [String] {
    get { state.withLock(\.valueListAttributes) }
    set { state.withLock { $0.valueListAttributes = newValue } }
  }

  /// The attributes by whose values ``groupedResults`` are grouped, the outermost first.
  open var groupingAttributes: [String]? {
    get { state.withLock(\.groupingAttributes) }
    set { state.withLock { $0.groupingAttributes = newValue } }
  }

  /// How long changes are collected before they are told, in seconds.
  open var notificationBatchingInterval: TimeInterval {
    get { state.withLock(\.notificationBatchingInterval) }
    set { state.withLock { $0.notificationBatchingInterval = newValue } }
  }

  /// Where notifications come, and filters and the delegate are asked; `nil` for the main queue.
  ///
  /// A queue of one's own must run one operation at a time.
  open var operationQueue: OperationQueue? {
    get { state.withLock(\.operationQueue) }
    set { state.withLock { $0.operationQueue = newValue } }
  }

  /// Who replaces results and values; not kept alive.
  open weak var delegate: (any MetadataQueryDelegate)? {
    get { state.withLock(\.delegate)?.value.delegate }
    set {
      let carried = Untouched(value: WeakDelegate(delegate: newValue))
      state.withLock { $0.delegate = carried }
    }
  }
}
