/** A word or phrase that is no longer used, and what to use instead. */
export interface RetiredWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A phrase of prose, in any case, across a line break of a comment. */
const phrase = (words: string, instead: string): RetiredWord => ({
  pattern: new RegExp(`\\b${words.replaceAll(" ", "(?: |\\n\\s*(?:\\*|//)? ?)")}\\b`, "giu"),
  instead
});

/** A part of an identifier: `turnstile` also finds `AdmissionControl` and `makeTurnstile`. */
const name = (part: string, instead: string): RetiredWord => ({
  pattern: new RegExp(
    `[A-Za-z0-9_]*(?:\\b${part}|${part[0]?.toUpperCase()}${part.slice(1)})(?![a-z])[A-Za-z0-9_]*`,
    "gu"
  ),
  instead
});

/** Names and phrases that were replaced by the terms of the field. docs/glossary.md explains the terms that remain. */
export const retiredWords: ReadonlyArray<RetiredWord> = [
  phrase("in force", '"active"'),
  phrase("any more", '"no longer"'),
  phrase("written down", '"recorded"'),
  phrase("who asks", '"the caller"'),
  phrase("under way", '"in progress", "in flight" or "concurrent"'),
  phrase("machine words", '"as a code"'),
  phrase("unless said(?: otherwise)?", '"by default"'),
  phrase("when not said", '"by default"'),
  phrase("(?:is|are) told", '"is notified", "receives" or "learns"'),
  phrase("mak(?:es?|ing) (?:\\w+ )?anew", '"rebuild" or "recreate"'),
  name("turnstile", "AdmissionControl")
];
