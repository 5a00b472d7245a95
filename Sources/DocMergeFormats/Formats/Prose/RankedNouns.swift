/// Nouns that a number before them ranks, in languages that write ordinals with a full stop.
///
/// `1. Stock` and `2. Stock` are floors and not the items of a list.
let rankedNouns: Set<String> = Set(
  """
  stock stockwerk etage geschoss obergeschoss untergeschoss og ug platz rang reihe jahrhundert jh liga
  bundesliga auflage semester spieltag bezirk weltkrieg advent quartal halbjahr lebensjahr mahnung klasse
  runde tag woche etasje plass århundre århundrede rekke uke dag kvartal opplag omgang sal plads udgave uge
  våning plats århundradet århundrade omgång upplagan kerros sija luokka vuosisata vuosisadalla
  miejsce piętro wiek klasa runda místo patro století třída miesto poschodie storočie mjesto kat stoljeće
  nadstropje emelet korrus hæð
  """.split { $0 == " " || $0 == "\n" }.map(String.init))
