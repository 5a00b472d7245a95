import DocMerge
import DocMergeSystem
public import Foundation
import Synchronization

/// Finds documents, and reports new, changed and removed ones.
///
///     let query = MetadataQuery()
///     query.scopes = [.ubiquitousDocuments]
///     query.filter = .name("*.txt")
///     query.start()
///     for await update in query.updates { show(query.items) }
///
/// A query first gathers, then it watches: the notifications have Apple's names and order, and are posted on
/// ``operationQueue`` or else on the main queue. Results only change there, just before each notification, and not at
/// all between ``disableUpdates()`` and ``enableUpdates()``.
///
/// Results are documents: files, links and packages. Ordinary folders and hidden items are not. Everything in the
/// folder is here, so nothing is ever downloading.
///
/// Proof of `@unchecked`: the stored properties are a `Mutex` and a constant.
open class MetadataQuery: NSObject, @unchecked Sendable {
  let state = Mutex(State())
  /// The containers of the ubiquitous scopes.
  public let containers: UbiquityContainers

  struct State {
    var scopes: [Scope] = []
    var scopeProblem: MetadataQueryError?
    var searchItems: [URL]?
    var filter: ItemFilter?
    var predicate: UncheckedSendable<NSPredicate>?
    var sortDescriptors: [UncheckedSendable<NSSortDescriptor>] = []
    var sortOrder: [SortDescriptor<MetadataItem>] = []
    var valueListAttributes: [String] = []
    var groupingAttributes: [String]?
    var notificationBatchingInterval: TimeInterval = 1
    var operationQueue: OperationQueue?
    var delegate: UncheckedSendable<WeakDelegate>?
    var run = Run()
    var listeners: [Int: AsyncStream<Update>.Continuation] = [:]
    var nextListener = 0
  }

  /// One run of the query, from start to stop.
  struct Run {
    var phase = Phase.idle
    var engine: QueryEngine?
    /// Distinguishes late reports of an earlier run.
    var number = 0
    /// Every document in the scopes, whether or not it is a result.
    var known: [SystemPath: MetadataItem] = [:]
    var results: [MetadataItem] = []
    var resultIDs: Set<ObjectIdentifier> = []
    /// The objects that represent results, where the delegate replaced them.
    var replacements: [ObjectIdentifier: UncheckedSendable<Any>] = [:]
    var disabledCount = 0
    /// The changes that were reported while updates were disabled.
    var waiting = QueryDifference()
  }

  enum Phase {
    case idle, gathering, watching, stopped
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

  // MARK: Search settings

  /// Where to search.
  open var scopes: [Scope] {
    get { state.withLock(\.scopes) }
    set {
      state.withLock { state in
        state.scopes = newValue
        let isMixed = Set(newValue.map(\.isUbiquitous)).count > 1
        state.scopeProblem = isMixed ? .mixedScopes : nil
      }
      startAnew()
    }
  }

  /// Where to search, in the form of Apple's programs: names of scopes, paths and URLs.
  ///
  /// A mix of containers and other folders, or an unknown name, keeps the query from starting; ``startOrThrow()`` says
  /// why.
  open var searchScopes: [Any] {
    get { scopes.map(\.value) }
    set {
      scopes = newValue.compactMap(Scope.init)
      if let unknown = newValue.first(where: { Scope($0) == nil }) {
        state.withLock { $0.scopeProblem = .unknownScope("\(unknown)") }
        startAnew()
      }
    }
  }

  /// Searches these documents only, URLs or results of another query, instead of scopes.
  open var searchItems: [Any]? {
    get { state.withLock(\.searchItems) }
    set {
      let urls = newValue?.compactMap { ($0 as? URL) ?? ($0 as? MetadataItem)?.url }
      state.withLock { $0.searchItems = urls }
      startAnew()
    }
  }

  /// Which documents are results; together with ``predicate``.
  open var filter: ItemFilter? {
    get { state.withLock(\.filter) }
    set {
      state.withLock { $0.filter = newValue }
      startAnew()
    }
  }

  /// Which documents are results, as a predicate over ``MetadataItem``.
  open var predicate: NSPredicate? {
    get { state.withLock(\.predicate)?.value }
    set {
      let carried = newValue.map { UncheckedSendable($0) }
      state.withLock { $0.predicate = carried }
      startAnew()
    }
  }

  // MARK: Result settings

  /// The order of the results; equal ones are in the order of ``sortOrder``, then of paths.
  open var sortDescriptors: [NSSortDescriptor] {
    get { state.withLock(\.sortDescriptors).map(\.value) }
    set {
      let carried = newValue.map { UncheckedSendable($0) }
      state.withLock { $0.sortDescriptors = carried }
      startAnew()
    }
  }

  /// The order of the results.
  open var sortOrder: [SortDescriptor<MetadataItem>] {
    get { state.withLock(\.sortOrder) }
    set {
      state.withLock { $0.sortOrder = newValue }
      startAnew()
    }
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

  /// How long changes are collected before they are reported, in seconds.
  open var notificationBatchingInterval: TimeInterval {
    get { state.withLock(\.notificationBatchingInterval) }
    set { state.withLock { $0.notificationBatchingInterval = newValue } }
  }

  /// The queue for notifications, filters and the delegate; `nil` for the main queue.
  ///
  /// A custom queue must run one operation at a time.
  open var operationQueue: OperationQueue? {
    get { state.withLock(\.operationQueue) }
    set { state.withLock { $0.operationQueue = newValue } }
  }

  /// The object that replaces results and values; not kept alive.
  open weak var delegate: (any MetadataQueryDelegate)? {
    get { state.withLock(\.delegate)?.value.delegate }
    set {
      let carried = UncheckedSendable(WeakDelegate(delegate: newValue))
      state.withLock { $0.delegate = carried }
    }
  }

  // MARK: Running

  /// Whether the query gathers or watches.
  open var isStarted: Bool {
    state.withLock { $0.run.phase == .gathering || $0.run.phase == .watching }
  }

  /// Whether the first search is still running.
  open var isGathering: Bool { state.withLock { $0.run.phase == .gathering } }

  /// Whether it was stopped.
  open var isStopped: Bool { state.withLock { $0.run.phase == .stopped } }

  /// Starts to search.
  ///
  /// - Returns: `false` if it runs already, or if the scopes are invalid.
  @discardableResult
  open func start() -> Bool {
    guard !isStarted else { return false }
    do {
      try startOrThrow()
      return true
    } catch {
      return false
    }
  }

  /// Starts to search; a query that runs already continues.
  ///
  /// - Throws: ``MetadataQueryError``.
  open func startOrThrow() throws {
    let started = try state.withLock { state -> (Int, TimeInterval)? in
      if let problem = state.scopeProblem { throw problem }
      guard state.run.phase != .gathering, state.run.phase != .watching else { return nil }
      // Results that a program froze stay so in the next run.
      state.run = Run(
        phase: .gathering, number: state.run.number + 1, disabledCount: state.run.disabledCount)
      return (state.run.number, state.notificationBatchingInterval)
    }
    guard let (number, interval) = started else { return }
    let engine = QueryEngine(interval: interval) { [weak self] report in
      self?.onQueue { $0.take(report, run: number) }
    }
    let (scopes, items) = state.withLock { state in
      state.run.engine = engine
      return (state.scopes, state.searchItems)
    }
    onQueue { $0.post(MetadataQuery.didStartGatheringNotification, run: number) }
    if let items {
      engine.start(places: [], files: items.map { SystemPath(wrapperPath: $0) })
    } else {
      engine.start(places: scopes.flatMap(places), files: [])
    }
  }

  /// Stops searching; the results stay.
  open func stop() {
    let engine = state.withLock { state -> QueryEngine? in
      guard state.run.phase != .idle else { return nil }
      state.run.phase = .stopped
      defer { state.run.engine = nil }
      return state.run.engine
    }
    engine?.stop()
  }

  /// Freezes the results until ``enableUpdates()`` was called as often.
  open func disableUpdates() {
    state.withLock { $0.run.disabledCount += 1 }
  }

  /// Unfreezes the results; changes in the meantime are reported at once.
  open func enableUpdates() {
    let number = state.withLock { state -> Int? in
      precondition(state.run.disabledCount > 0, "Updates are enabled more often than disabled.")
      state.run.disabledCount -= 1
      return state.run.disabledCount == 0 && !state.run.waiting.isEmpty ? state.run.number : nil
    }
    // The held changes are merged with whichever is first, this or new ones.
    if let number { onQueue { $0.take(.changed(QueryDifference()), run: number) } }
  }

  /// Every change of the results from now on, including the first gathering, as a sequence.
  open var updates: AsyncStream<Update> {
    let (stream, continuation) = AsyncStream<Update>.makeStream()
    let number = state.withLock { state in
      state.nextListener += 1
      state.listeners[state.nextListener] = continuation
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  // MARK: Results

  /// The documents that were found, in order.
  open var items: [MetadataItem] { state.withLock(\.run.results) }

  /// The results: ``MetadataItem``s, or the replacements of the delegate.
  open var results: [Any] { objects(for: items) }

  /// How many results there are.
  open var resultCount: Int { state.withLock { $0.run.results.count } }

  /// The result at an index below ``resultCount``.
  open func result(at index: Int) -> Any { objects(for: [items[index]])[0] }

  /// The index of a result; `NSNotFound` for other objects.
  open func index(ofResult result: Any) -> Int {
    let object = result as AnyObject
    return results.firstIndex { ($0 as AnyObject) === object } ?? NSNotFound
  }

  /// The value of an attribute of the result at an index.
  open func value(ofAttribute attrName: String, forResultAt index: Int) -> Any? {
    items[index].value(forAttribute: attrName)
  }

  /// Passes the results one by one while they are frozen.
  ///
  /// - Parameter block: gets a result, its index, and a flag that ends it when it is set.
  open func enumerateResults(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
    enumerateResults(options: [], using: block)
  }

  /// Passes the results one by one while they are frozen.
  ///
  /// - Parameters:
  ///   - opts: whether to go backwards.
  ///   - block: gets a result, its index, and a flag that ends it when it is set.
  open func enumerateResults(
    options opts: NSEnumerationOptions,
    using block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void
  ) {
    disableUpdates()
    defer { enableUpdates() }
    let numbered = Array(results.enumerated())
    var isOver = ObjCBool(false)
    for (index, result) in opts.contains(.reverse) ? numbered.reversed() : numbered {
      block(result, index, &isOver)
      if isOver.boolValue { return }
    }
  }

  /// How often each value of ``valueListAttributes`` occurs, the most frequent first.
  open var valueLists: [String: [MetadataQueryAttributeValueTuple]] {
    let items = items
    var lists: [String: [MetadataQueryAttributeValueTuple]] = [:]
    for attribute in valueListAttributes {
      lists[attribute] = grouped(items, by: attribute).map { value, members in
        MetadataQueryAttributeValueTuple(
          attribute: attribute, value: replacement(of: value, attribute), count: members.count)
      }.sorted { ($1.count, $0.words) < ($0.count, $1.words) }
    }
    return lists
  }

  /// The results in groups by the first of ``groupingAttributes``, and those in groups by the next.
  open var groupedResults: [MetadataQueryResultGroup] {
    groups(of: items, by: (groupingAttributes ?? [])[...])
  }
}
