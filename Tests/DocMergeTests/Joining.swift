import DocMerge

extension SyncOptions {
  /// For replicas that are made one by one, each with documents of its own, before they meet.
  static var joining: SyncOptions {
    var options = SyncOptions()
    options.joinsContainers = true
    return options
  }
}
