import ArgumentParser

/// A length of time in the form for people: `90d`, `12w`, `6m`, `2y`.
struct Age: ExpressibleByArgument, Sendable, Hashable {
  /// A month is 31 days, a year 366: rather too long than too short.
  private static let days: [Character: Int64] = ["d": 1, "w": 7, "m": 31, "y": 366]

  let duration: Duration

  init?(argument: String) {
    guard let unit = argument.last.flatMap({ Age.days[$0] }),
      argument.dropLast().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int64(argument.dropLast()), number <= 100_000
    else { return nil }
    duration = .seconds(number * unit * 86_400)
  }
}
