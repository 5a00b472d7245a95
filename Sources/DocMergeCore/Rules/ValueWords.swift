/// What a word can be within a value.
enum ValueRole: Equatable {
  /// It holds a digit.
  case number
  /// `twenty`: a number beside another one, or before a unit.
  case numberWord
  /// `three`: as `twenty`, but two of them are a count (`one two three`), not a number.
  case digitWord
  /// `million`: continues a number.
  case magnitude
  case month
  case weekday
  /// `Mon`: names a day only beside a date or a time.
  case shortWeekday
  /// `early`: belongs to the month that follows.
  case monthPart
  case unit(ValueUnit)
  /// `half`, `quarter`: starts a time in words.
  case clockPart
  /// `am`, `UTC`: follows a time.
  case clock
  /// `N`: follows a coordinate.
  case compass
  /// `%`, `€`: belongs to the number beside it.
  case sign
  case label(ValueLabel)
  case joiner(ValueJoiner)
  /// `Street`: follows a number and a name.
  case streetType
  /// `rue`: a name and a number follow, or a number precedes.
  case streetLead
  /// `Storgata`, or a word that an address makes its part.
  case name
}

/// A unit: units of one family measure the same, a higher rank is a smaller part.
struct ValueUnit: Equatable {
  let family: Int
  let rank: Int

  /// Whether a value in the other unit continues with one in this: `2 hours 30 minutes`.
  func continues(_ other: ValueUnit) -> Bool { family == other.family && rank > other.rank }

  /// Whether it is an amount of money.
  var isMoney: Bool { family == 0 }

  /// Whether it is a duration.
  var isTime: Bool { family == 1 }

  /// Whether it can give a time of the day: `10 h`.
  var isHour: Bool { family == 1 && rank == 4 }

  /// Whether it can be the name of a week: `week 12`.
  var isWeek: Bool { family == 1 && rank == 2 }
}

/// What a word before a number says about it.
enum ValueLabel {
  /// `vol. 3`: lists of them are one value.
  case reference
  /// `beta 4`: continues a version.
  case version
  /// `EUR 12`
  case currency
}

/// How a word stands between the parts of a value.
enum ValueJoiner {
  /// `15 de enero`, `15th of May`
  case of
  /// `Friday the 13th`
  case the
  /// `2 hours and 30 minutes`
  case and
  /// `Monday at 10:30`
  case at
  /// `10 to 12`
  case range
  /// `10 x 20`
  case times
  /// `10 by 20`
  case by
  /// `12 per month`, `80 km/h`
  case per
}

extension ValueRole {
  /// What the word can be, or `nil` for a word without a part in values.
  init?(_ token: ArraySlice<UInt8>) {
    if token.contains(where: \.isDigit) {
      self = .number
      return
    }
    guard token.count <= Self.longest, let first = token.first, !first.isWhitespace else {
      return nil
    }
    let word = String(decoding: token, as: UTF8.self)
    if let role = exactWords[word] {
      self = role
      return
    }
    let lowercased = word.lowercased()
    if let role = Self.named(lowercased, count: token.count) ?? Self.street(lowercased, first) {
      self = role
      return
    }
    return nil
  }

  /// No word with a role has more bytes.
  private static let longest = 64

  private static func named(_ lowercased: String, count: Int) -> ValueRole? {
    if let role = words[lowercased] { return role }
    return count > 2 && monthNames.contains(lowercased) ? .month : nil
  }

  private static func street(_ lowercased: String, _ first: UInt8) -> ValueRole? {
    guard !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return nil }
    return streetEndings.contains { lowercased.hasSuffix($0) } ? .name : nil
  }
}

/// Endings of the names of streets before a number; also words of their own.
private let streetEndings = split(
  """
  straße strasse str weg platz gasse allee gata gaten gatan gade vei veien vegen väg vägen vej
  straat laan plein
  """)

/// Units, one family a line, in two spellings: exact, then in any case; a bar precedes smaller ones.
private let units: [(exact: String, anyCase: String)] = [
  (
    "USD EUR GBP CHF NOK SEK DKK ISK PLN CZK JPY CNY INR AUD CAD NZD BRL RUB kr Kr zł Kč Ft",
    """
    dollar dollars euro euros eur usd gbp chf nok pound pounds franken kronor kroner krone krona
    yen yuan rupees rupien pesos złoty zloty | cents cent pence penny øre öre ct
    centimes groszy
    """
  ),
  (
    "| | | d | h Uhr | min | s | ms µs ns",
    """
    year years jahr jahre jahren an ans año años anno anni ano anos år jaar lat
    | month months monat monate monaten mois mes meses mese mesi måneder månader maanden
    | week weeks woche wochen semaine semaines semana semanas settimane uker veckor
    | day days tag tage tagen jour jours día días dia dias giorno giorni dag dager dagar dagen
    | hour hours hr hrs stunde stunden heure heures hora horas ora ore timer timmar uur std
    | minute minutes mins minuten minuta minuto minutos minuti minutter minuter
    | second seconds sec secs sekunde sekunden seconde secondes segundos sekunder
    """
  ),
  (
    "km | m yd | cm ft | mm",
    """
    kilometer kilometers kilometre kilometres mile miles mi | meter meters metre metres yard yards
    | centimeter centimeters centimetre centimetres foot feet | millimeter millimeters inch inches
    """
  ),
  (
    "t | kg lb lbs | g oz | mg | µg",
    """
    ton tons tonne tonnes tonnen | kilo kilos kilogram kilograms pfund | gram grams gramm ounce
    ounces
    """
  ),
  (
    "l L gal | dl | cl | ml mL EL | TL",
    """
    liter liters litre litres gallon gallons | cup cups pint pints tassen | tbsp tablespoons
    tablespoon spoon spoons | tsp teaspoon teaspoons prise prisen
    """
  ),
  (
    "TB TiB PB | GB GiB Gb | MB MiB Mb | KB kB KiB kb | B",
    "terabytes terabyte | gigabytes gigabyte | megabytes megabyte | kilobytes kilobyte | bytes byte"
  ),
  ("GHz | MHz | kHz | Hz", ""),
  ("C F K", "degrees grad kelvin celsius fahrenheit"),
  ("mph kmh kph kn", "knots knoten"),
  ("MW | kW | PS hp kWh | V mA A", "watt watts volt volts ampere"),
  ("", "percent prozent procent prosent pct"),
  ("px | pt | em rem", "pixel pixels"),
]

/// Words whose case matters.
private let exactWords: [String: ValueRole] = table([
  (.shortWeekday, "Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun Mo Di Mi Do Fr Sa So"),
  (.clock, "am pm AM PM UTC GMT CET CEST EST EDT CST CDT MST MDT PST PDT BST MEZ MESZ JST"),
  (.compass, "N S E W O NE NW SE SW"),
  (.sign, "% ‰ € $ £ ¥ ₹ §"),
  (.label(.reference), "No Nos Nr Abs Art KW"),
  (
    .streetType,
    "Street St Avenue Ave Road Rd Lane Ln Drive Dr Boulevard Blvd Way Square Sq Court Place Terrace"
  ),
  (
    .streetLead,
    """
    rue Rue avenue boulevard chemin quai impasse allée calle Calle avenida Avenida rua Rua Via
    Viale Piazza Corso Plaza ulica ul Ulica
    """
  ),
  (.joiner(.times), "x X ×"),
  (.joiner(.range), "- – — − ~"),
  (.joiner(.per), "/"),
]).merging(table(ofUnits: units.map(\.exact))) { first, _ in first }

/// Words in any case, here in lower case.
private let words: [String: ValueRole] = table([
  (
    .weekday,
    """
    monday tuesday wednesday thursday friday saturday sunday
    montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
    lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles miercoles jueves viernes sábado sabado domingo
    lunedì martedì mercoledì giovedì venerdì sabato domenica
    segunda terça quarta quinta sexta
    maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
    måndag tisdag onsdag torsdag fredag lördag söndag
    mandag tirsdag lørdag søndag
    poniedziałek wtorek środa czwartek piątek sobota niedziela środę sobotę niedzielę
    """
  ),
  (.clockPart, "half quarter halb viertel"),
  (.monthPart, "early late mid anfang mitte ende beginn"),
  (
    .magnitude,
    """
    thousand million millions billion billions trillion mio mrd tausend millionen milliarden
    milliards milliard millones milhões milioni miliardi miljoner miljarder millioner milliarder
    tusen mille hundred hundert
    """
  ),
  (
    .numberWord,
    """
    ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
    twenty thirty forty fifty sixty seventy eighty ninety
    zehn elf zwölf zwanzig dreißig vierzig fünfzig
    dix vingt trente quarante cinquante soixante
    diez veinte treinta cuarenta cincuenta
    """
  ),
  (
    .digitWord,
    """
    one two three four five six seven eight nine
    zwei drei vier fünf sechs sieben acht neun
    deux trois quatre cinq six sept huit
    dos tres cuatro cinco seis siete ocho nueve
    """
  ),
  (.clock, "o'clock o’clock oclock"),
  (
    .label(.reference),
    """
    vol vols p pp no nos nr ch chap ext extension durchwahl exp chapter page pages figure fig
    """
  ),
  (.label(.version), "alpha beta rc pre dev final patch build version"),
  (.joiner(.of), "of de del da do di du"),
  (.joiner(.the), "the den der le la el il las los les"),
  (.joiner(.and), "and und og och et y e en"),
  (.joiner(.at), "at um à a kl ob"),
  (.joiner(.range), "to bis til till until through"),
  (.joiner(.by), "by"),
  (.joiner(.per), "per pro par por"),
]).merging(table(ofUnits: units.map(\.anyCase))) { first, _ in first }

private func split(_ words: String) -> [String] {
  words.split { $0 == " " || $0 == "\n" }.map(String.init)
}

private func table(_ rows: [(role: ValueRole, words: String)]) -> [String: ValueRole] {
  var table: [String: ValueRole] = [:]
  for row in rows {
    for word in split(row.words) where table[word] == nil { table[word] = row.role }
  }
  return table
}

private func table(ofUnits families: [String]) -> [String: ValueRole] {
  var table: [String: ValueRole] = [:]
  for (family, words) in families.enumerated() {
    var rank = 0
    for word in split(words) {
      if word == "|" {
        rank += 1
        continue
      }
      table[word] = .unit(ValueUnit(family: family, rank: rank))
    }
  }
  return table
}
