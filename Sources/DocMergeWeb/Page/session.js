// What the page knows: the state of the session, the document that is shown, and how the person wants to see it.

export const session = {
  /** The last `StateReport`. */
  state: null,
  /** The number of the document that is shown, and its `DocumentReport`. */
  shown: 0, text: null,
  /** The number of the region that keys are about. */
  here: 0,
  /** The number of the region that is edited in place. */
  editing: null,
  /** Whether the session came to its end. */
  hasEnded: false,
  /** The number of the newest state that the program told of. */
  newest: 0,
  /** Where regions are, in words, by their numbers. */
  places: new Map(),
  /** How documents are shown: as `text`, `tree` or `image`, by their numbers. */
  views: new Map(),
  options: { showsBase: false, folds: true, ignoresSpace: false },
};

/** The document that is shown, without its text. */
export const summary = () => session.state.documents[session.shown];

export const path = () => summary().path;

/** Whether the document is decided as a whole. */
export const isWhole = () => !summary().isText;

/** The regions of the document that is shown. */
export const regions = () => (session.text?.parts ?? []).filter(part => part.origin === "open");

/** The numbers of its regions that hold some words. */
export const matches = query => regions().flatMap((part, number) =>
  [part.ours, part.theirs, part.base].some(one => one?.toLowerCase().includes(query)) ? [number] : []);

/** How the document is shown. */
export const view = () => {
  const { views } = summary(), chosen = session.views.get(session.shown);
  return views.includes(chosen) ? chosen : views[0];
};
