// The state of the page: the session, the current document, and the chosen view.

export const session = {
  /** The last `StateReport`. */
  state: null,
  /** The number of the current document, and its `DocumentReport`. */
  shown: 0, text: null,
  /** The number of the current region. */
  here: 0,
  /** The number of the region that is edited in place. */
  editing: null,
  /** Whether the session has ended. */
  hasEnded: false,
  /** The number of the newest state that the program announced. */
  newest: 0,
  /** The places of regions, in words, by their numbers. */
  places: new Map(),
  /** The views of documents, `text`, `tree` or `image`, by their numbers. */
  views: new Map(),
  options: { showsBase: false, folds: true, ignoresSpace: false },
};

/** The current document, without its text. */
export const summary = () => session.state.documents[session.shown];

export const path = () => summary().path;

/** Whether the document is decided as a whole. */
export const isWhole = () => !summary().isText;

/** The regions of the current document. */
export const regions = () => (session.text?.parts ?? []).filter(part => part.origin === "open");

/** The numbers of its regions that contain some words. */
export const matches = query => regions().flatMap((part, number) =>
  [part.ours, part.theirs, part.base].some(one => one?.toLowerCase().includes(query)) ? [number] : []);

/** The view of the document. */
export const view = () => {
  const { views } = summary(), chosen = session.views.get(session.shown);
  return views.includes(chosen) ? chosen : views[0];
};
