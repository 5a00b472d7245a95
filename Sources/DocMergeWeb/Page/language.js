// Messages in the language of the program, and numbers as it writes them. Independent of the session.
import { translations } from "./catalog.js";

const language = document.documentElement.lang;

/** The two forms of a message about a number of things, for `plural`: form`${number} document differs`. */
export const form = (strings, ...values) =>
  ({ pattern: strings.reduce((all, one, index) => `${all}{${index - 1}}${one}`), values });

const place = /\{(\d+)\}/;
const fill = (pattern, values) => pattern.replaceAll(RegExp(place, "g"), (whole, number) => values[number] ?? whole);
const translated = pattern => translations[pattern]?.[0] ?? pattern;

/** Says a message; in English where the catalog lacks it: tr`Conflict ${number} of ${total}`. */
export const tr = (strings, ...values) => fill(translated(form(strings).pattern), values);

/** Says a message with elements among its values, as nodes in the order of the language. */
export const trNodes = (strings, ...values) =>
  translated(form(strings).pattern).split(place).map((part, index) => index % 2 ? values[part] : part);

/** Says a message about a number of things, as the language counts. */
export function plural(number, one, other) {
  const { pattern, values } = number === 1 ? one : other;
  return fill(translations[one.pattern]?.[number === 1 ? 0 : 1] ?? pattern, values);
}

/** A number of things: `3 documents`. The noun is in the singular, and its plural ends in `s`. */
export const counted = (number, noun) =>
  `${number} ${translations[noun]?.[number === 1 ? 0 : 1] ?? (number === 1 ? noun : `${noun}s`)}`;

/** A number with some decimals, and with marks between thousands. */
export const decimal = (number, digits = 0) =>
  number.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
