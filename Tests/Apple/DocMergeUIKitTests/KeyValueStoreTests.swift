import DocMergeTestSupport
import DocMergeUIKit
import Synchronization
import Testing

/// Values in a container, by Apple's names.
@Suite struct KeyValueStoreTests {
  let folder = TemporaryFolder()

  private func containers(_ name: String) throws -> UbiquityContainers {
    let containers = UbiquityContainers(
      folder: URL(fileURLWithPath: "\(folder.path)/\(name)", isDirectory: true),
      defaultIdentifier: "notes")
    try containers.makeContainer(identifier: "notes")
    return containers
  }

  private func file(_ name: String) -> File { File("\(folder.path)/\(name)") }

  /// Waits until something is so, for two minutes at most.
  private func wait(_ isSo: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 120)
    while !isSo(), Date() < end { usleep(1000) }
  }

  @Test func `values of all kinds are kept in a file of the container`() throws {
    let containers = try containers("A")
    let store = NSUbiquitousKeyValueStore(containers: containers)
    store.set("dark", forKey: "theme")
    store.set(Int64.max, forKey: "count")
    store.set(2.5, forKey: "size")
    store.set(true, forKey: "flag")
    store.set(Data([1, 2]), forKey: "data")
    store.set(["a", 1] as [Any], forKey: "list")
    store.set(["key": "value"] as [String: Any], forKey: "dictionary")
    store.set("gone", forKey: "gone")
    store.removeObject(forKey: "gone")
    #expect(store.string(forKey: "theme") == "dark")
    #expect(store.synchronize())
    let other = NSUbiquitousKeyValueStore(containers: containers)
    #expect(other.string(forKey: "theme") == "dark")
    #expect(other.longLong(forKey: "count") == .max)
    #expect(other.double(forKey: "size") == 2.5)
    #expect(other.bool(forKey: "flag"))
    #expect(other.data(forKey: "data") == Data([1, 2]))
    #expect(other.array(forKey: "list")?.count == 2)
    #expect(other.dictionary(forKey: "dictionary")?["key"] as? String == "value")
    #expect(other.object(forKey: "gone") == nil)
    #expect(other.string(forKey: "count") == nil)
    #expect(other.dictionaryRepresentation.count == 7)
    #expect(file("A/notes/KeyValueStore.plist").text?.contains("<string>dark</string>") == true)
    let versions = NSFileVersion.otherVersionsOfItem(
      at: URL(fileURLWithPath: "\(folder.path)/A/notes/KeyValueStore.plist"))
    #expect(versions == [])
  }

  @Test func `a value is written without being asked for, and others are notified`() throws {
    let containers = try containers("A")
    let (one, two) = (
      NSUbiquitousKeyValueStore(containers: containers),
      NSUbiquitousKeyValueStore(containers: containers)
    )
    #expect(two.object(forKey: "theme") == nil)
    let told = Mutex<[String]>([])
    let observer = NotificationCenter.default.addObserver(
      forName: NSUbiquitousKeyValueStore.didChangeExternallyNotification, object: two, queue: nil
    ) { message in
      let keys = message.userInfo?[NSUbiquitousKeyValueStoreChangedKeysKey] as? [String]
      let reason = message.userInfo?[NSUbiquitousKeyValueStoreChangeReasonKey] as? Int
      if reason == NSUbiquitousKeyValueStoreServerChange { told.withLock { $0 += keys ?? [] } }
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    one.set("dark", forKey: "theme")
    wait { two.string(forKey: "theme") == "dark" }
    #expect(two.string(forKey: "theme") == "dark")
    wait { !told.withLock(\.isEmpty) }
    #expect(told.withLock { $0 } == ["theme"])
  }

  @Test func `values that two computers set apart are brought together, key by key`() throws {
    let names = ["A", "B"]
    let stores = try names.map { NSUbiquitousKeyValueStore(containers: try containers($0)) }
    func sync(_ name: String) throws {
      let program = Program(Replica.command, in: "\(folder.path)/\(name)/notes")
      _ = program.run(["sync"])
    }
    for name in names {
      let program = Program(Replica.command, in: "\(folder.path)/\(name)/notes")
      try program.run(["remote", "add", "home", "\(folder.path)/remote.git"], exits: 0)
    }
    stores[0].set("base", forKey: "both")
    stores[0].set("base", forKey: "removed")
    #expect(stores[0].synchronize())
    for name in names { try sync(name) }
    wait { stores[1].string(forKey: "both") == "base" }
    stores[0].set("a", forKey: "a")
    stores[0].removeObject(forKey: "removed")
    #expect(stores[0].synchronize())
    stores[1].set("b", forKey: "b")
    #expect(stores[1].synchronize())
    for name in ["A", "B", "A", "B", "A"] { try sync(name) }
    for store in stores {
      wait { store.string(forKey: "a") == "a" && store.string(forKey: "b") == "b" }
      #expect(store.synchronize())
      #expect(
        store.dictionaryRepresentation as? [String: String]
          == ["both": "base", "a": "a", "b": "b"])
    }
  }

  @Test func `without a container values are in memory only`() {
    let containers = UbiquityContainers(
      folder: URL(fileURLWithPath: "\(folder.path)/none", isDirectory: true))
    let store = NSUbiquitousKeyValueStore(containers: containers)
    store.set("dark", forKey: "theme")
    #expect(!store.synchronize())
    #expect(store.string(forKey: "theme") == "dark")
    #expect(!file("none").exists)
  }
}
