/// Calendars and contacts: iCalendar and vCard.
///
///     BEGIN:VEVENT                       a component, found by its UID and RECURRENCE-ID
///     UID:1@example.org
///     SUMMARY:Meeting                    a property, found by its name
///     ATTENDEE;CN=Ann:mailto:a@x.org     one that can occur often, found by its name and value
///     CATEGORIES:WORK,TEAM               values in any order
///     END:VEVENT
///
/// A line that starts with a blank continues the one above it; the break has no meaning. Times, durations and rules of
/// recurrence depend on each other, see ``Node/Dependence``. A time zone is one value.
package struct CalendarFormat: DocumentFormat {
  /// Makes the format.
  package init() {}

  /// The name `calendar`.
  package var name: String { "calendar" }

  package var traits: FormatTraits { [.plainLines, .wholeAdditions] }

  /// Finds the components and properties of a text.
  ///
  /// - Throws: ``FormatRefusal`` for a line that is no property, and components that do not end.
  /// - Complexity: O(*n*), *n* being the number of bytes.
  package func tree(of text: [UInt8]) throws(FormatRefusal) -> SyntaxTree {
    var scanner = CalendarScanner(text)
    return SyntaxTree(text: text, root: try scanner.document())
  }
}
