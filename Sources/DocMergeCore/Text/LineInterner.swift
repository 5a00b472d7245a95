/// Splits texts into lines and gives equal lines the same number, without copying a byte.
///
/// The first text is entered into a hash table. The others are compared with it: as long as the bytes are
/// the same, the lines are those of the first text, and only the rest is looked up. Tokens start at 0 and
/// have no gaps.
struct LineInterner {
  /// Open addressing: 32 bits of the hash, then the token plus one, or 0 for an empty slot.
  ///
  /// The size is a power of two.
  private var slots: [UInt64]
  /// Where the line of each token was first seen: the number of the text, then 40 bits of offset.
  private var homes: [UInt64] = []
  private var texts: [UnsafeRawBufferPointer] = []
  /// Last lines without a newline, one for each text at most; they are in no slot.
  private var unfinished: [(line: UnsafeRawBufferPointer, token: Int32)] = []
  /// How many tokens there are.
  private var count = 0
  /// How many tokens the table can hold.
  private let capacity: Int
  /// A sink for prefetched slots; only the read matters.
  private var readAhead: UInt64 = 0
  /// The first line of the first text that has each of its tokens.
  private var baseLines: [Int32] = []

  private static let offsetBits: UInt64 = 40

  /// Makes a table that will hold `capacity` different lines without growing.
  private init(capacity: Int) {
    var size = 16
    while size * 3 < capacity * 4 { size *= 2 }
    slots = Array(repeating: 0, count: size)
    self.capacity = capacity
  }

  /// The tokens of `first` and of the texts that are compared with it; all must outlive the call.
  static func tokens(
    of first: UnsafeRawBufferPointer, _ others: [UnsafeRawBufferPointer]
  ) -> (first: LineTokens, others: [LineTokens], count: Int) {
    let lineCount = Newlines.lineCount(of: first)
    var interner = LineInterner(capacity: lineCount + lineCount / 16 + 16)
    let base = interner.tokens(ofFirst: first, lineCount: lineCount)
    let rest = others.map { interner.tokens(of: $0, beside: base, of: first) }
    return (base, rest, interner.count)
  }

  // MARK: The first text

  private mutating func tokens(
    ofFirst text: UnsafeRawBufferPointer, lineCount: Int
  ) -> LineTokens {
    texts.append(text)
    var starts: [Int] = []
    // Hashing first and looking up afterwards lets the processor load many slots at once.
    let hashes = [UInt32](unsafeUninitializedCapacity: lineCount) { hashes, hashCount in
      starts = Array(unsafeUninitializedCapacity: lineCount + 1) { starts, startCount in
        var offset = 0
        for line in 0..<lineCount {
          starts[line] = offset
          let end = Self.hashLine(from: offset, in: text, into: &hashes[line])
          offset = end
        }
        starts[lineCount] = text.count
        startCount = lineCount + 1
      }
      hashCount = lineCount
    }
    let tokens = [Int32](unsafeUninitializedCapacity: lineCount) { tokens, initialized in
      hashes.withUnsafeBufferPointer { hashes in
        starts.withUnsafeBufferPointer { starts in
          number(linesOfFirst: text, starts: starts, hashes: hashes, into: tokens)
        }
      }
      initialized = lineCount
    }
    return LineTokens(starts: starts, tokens: tokens)
  }

  /// As ``token(ofLineFrom:to:hash:inText:)`` for all lines of the first text, for which the table is
  /// large enough.
  private mutating func number(
    linesOfFirst text: UnsafeRawBufferPointer, starts: UnsafeBufferPointer<Int>,
    hashes: UnsafeBufferPointer<UInt32>, into tokens: UnsafeMutableBufferPointer<Int32>
  ) {
    guard let last = text.last else { return }
    let finished = last == .newline ? hashes.count : hashes.count - 1
    var count = 0
    homes = Array(unsafeUninitializedCapacity: capacity) { homes, homeCount in
      baseLines = Array(unsafeUninitializedCapacity: capacity) { baseLines, baseLineCount in
        slots.withUnsafeMutableBufferPointer { slots in
          let mask = slots.count &- 1
          for line in 0..<finished {
            // Prefetches a later slot: the table is too large for the cache.
            let ahead = slots[Int(hashes[min(line &+ 12, finished &- 1)]) & mask]
            let (start, hash) = (starts[line], hashes[line])
            let length = starts[line &+ 1] &- start
            var slot = Int(hash) & mask
            var token = Int32(truncatingIfNeeded: count)
            while slots[slot] != 0 {
              let entry = slots[slot]
              if UInt32(truncatingIfNeeded: entry >> 32) == hash {
                let known = Int(entry & 0xFFFF_FFFF) &- 1
                if Self.areEqual(text, Int(homes[known]), start, length) {
                  token = Int32(truncatingIfNeeded: known)
                  break
                }
              }
              slot = (slot &+ 1) & mask
            }
            tokens[line] = token
            guard Int(token) == count else { continue }
            count &+= 1
            slots[slot] = UInt64(hash) << 32 | UInt64(count)
            homes[count &- 1] = UInt64(start)
            baseLines[count &- 1] = Int32(truncatingIfNeeded: line)
            readAhead &+= ahead
          }
        }
        baseLineCount = count
      }
      homeCount = count
    }
    self.count = count
    guard finished < hashes.count else { return }
    tokens[finished] = token(
      ofUnfinished: UnsafeRawBufferPointer(rebasing: text[starts[finished]...]))
    baseLines.append(Int32(truncatingIfNeeded: finished))
  }

  /// Whether two stretches of `count` bytes of one text are equal; the second one is later.
  @inline(__always)
  private static func areEqual(
    _ text: UnsafeRawBufferPointer, _ first: Int, _ second: Int, _ count: Int
  ) -> Bool {
    ByteRuns.areEqual(
      UnsafeRawBufferPointer(rebasing: text[first..<first &+ count]),
      UnsafeRawBufferPointer(rebasing: text[second..<second &+ count]))
  }

  // MARK: The other texts

  private mutating func tokens(
    of text: UnsafeRawBufferPointer, beside base: LineTokens, of baseText: UnsafeRawBufferPointer
  ) -> LineTokens {
    texts.append(text)
    let lineCount = Newlines.lineCount(of: text)
    // The last line of the first text may lack its newline; then it is not matched in this way.
    let baseCount = baseText.last == .newline ? base.count : max(0, base.count - 1)
    var starts: [Int] = []
    let tokens = [Int32](unsafeUninitializedCapacity: lineCount) { tokens, tokenCount in
      starts = Array(unsafeUninitializedCapacity: lineCount + 1) { starts, startCount in
        base.starts.withUnsafeBufferPointer { baseStarts in
          base.tokens.withUnsafeBufferPointer { baseTokens in
            var follower = LineFollower(
              text: text, base: baseText, baseStarts: baseStarts, baseTokens: baseTokens,
              baseCount: baseCount, starts: starts, tokens: tokens)
            while follower.offset < text.count {
              if follower.follow() { continue }
              takeLine(&follower)
            }
          }
        }
        starts[lineCount] = text.count
        startCount = lineCount + 1
      }
      tokenCount = lineCount
    }
    return LineTokens(starts: starts, tokens: tokens)
  }

  /// Looks up one line that the first text does not have at the current place.
  private mutating func takeLine(_ follower: inout LineFollower) {
    var hash: UInt32 = 0
    let end = Self.hashLine(from: follower.offset, in: follower.text, into: &hash)
    let token = token(
      ofLineFrom: follower.offset, to: end, hash: hash, inText: texts.count - 1)
    let equal = Int(token) < baseLines.count ? Int(baseLines[Int(token)]) : nil
    follower.take(token, end: end, equal: equal)
  }

  // MARK: The table

  /// Hashes the line that starts at `start`, and returns where it ends.
  @inline(__always)
  private static func hashLine(
    from start: Int, in text: UnsafeRawBufferPointer, into result: inout UInt32
  ) -> Int {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    var offset = start
    while offset &+ 8 <= text.count {
      let chunk = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let found = Newlines.mask(of: chunk)
      if found != 0 {
        // The bytes up to the newline; the later ones belong to the next line.
        let bits = found.trailingZeroBitCount
        result = fold(mix(hash, chunk << UInt64(63 &- bits)) ^ UInt64(bits))
        return offset &+ bits / 8 &+ 1
      }
      hash = mix(hash, chunk)
      offset &+= 8
    }
    var rest: UInt64 = 0
    var bits = -1
    while offset < text.count, bits == -1 || text[offset &- 1] != .newline {
      // The same number as above, wherever the line is in the text.
      rest = rest >> 8 | UInt64(text[offset]) << 56
      bits = bits == -1 ? 7 : bits + 8
      offset &+= 1
    }
    result = fold(mix(hash, rest) ^ UInt64(truncatingIfNeeded: bits))
    return offset
  }

  @inline(__always)
  private static func mix(_ hash: UInt64, _ chunk: UInt64) -> UInt64 {
    let product = (hash ^ chunk).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }

  @inline(__always)
  private static func fold(_ hash: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }

  @inline(__always)
  private mutating func token(
    ofLineFrom start: Int, to end: Int, hash: UInt32, inText text: Int
  ) -> Int32 {
    let line = UnsafeRawBufferPointer(rebasing: texts[text][start..<end])
    guard line[line.count &- 1] == .newline else { return token(ofUnfinished: line) }
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while true {
      let entry = slots[slot]
      if entry == 0 { break }
      if UInt32(truncatingIfNeeded: entry >> 32) == hash {
        let token = Int32(truncatingIfNeeded: entry & 0xFFFF_FFFF) &- 1
        if isHome(of: token, line) { return token }
      }
      slot = (slot &+ 1) & mask
    }
    slots[slot] = UInt64(hash) << 32 | UInt64(count &+ 1)
    homes.append(UInt64(text) << Self.offsetBits | UInt64(start))
    count &+= 1
    if count &* 4 > slots.count &* 3 { grow() }
    return Int32(truncatingIfNeeded: count &- 1)
  }

  /// Whether the line of `token` is `line`, which ends in its only newline.
  @inline(__always)
  private func isHome(of token: Int32, _ line: UnsafeRawBufferPointer) -> Bool {
    let home = homes[Int(token)]
    let text = texts[Int(home >> Self.offsetBits)]
    let offset = Int(home & (1 << Self.offsetBits &- 1))
    guard offset &+ line.count <= text.count else { return false }
    return ByteRuns.areEqual(
      line, UnsafeRawBufferPointer(rebasing: text[offset..<offset &+ line.count]))
  }

  private mutating func token(ofUnfinished line: UnsafeRawBufferPointer) -> Int32 {
    for known in unfinished where ByteRuns.areEqual(known.line, line) { return known.token }
    let token = Int32(count)
    unfinished.append((line, token))
    // A place without bytes: no line is equal to it.
    homes.append(UInt64(texts.count - 1) << Self.offsetBits | UInt64(texts[texts.count - 1].count))
    count += 1
    return token
  }

  private mutating func grow() {
    var larger = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = larger.count - 1
    for entry in slots where entry != 0 {
      var slot = Int(entry >> 32) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = entry
    }
    slots = larger
  }
}
