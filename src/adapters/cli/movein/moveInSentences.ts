import type { LeftReason, MoveInNote, NotedDetail } from "../../../domain/movein/MoveInRow.ts";
import type { OtherInstanceUnreadable } from "../../../domain/movein/OtherInstances.ts";
import { durationInWords } from "../../../domain/time/durationInWords.ts";

const leftSentences: Readonly<Record<LeftReason, (detail: string) => string>> = {
  skipped: () => "is left out by --skip-client.",
  "own-client": () => "is the client of the settings of that software.",
  "client-id": () =>
    "has an id of another form: client_ and 22 characters. Register the app here, and change its client id.",
  "deleted-here": () => "was deleted here, and ids are never assigned again. Register the app again.",
  "removed-here": () => "was removed as an admin here.",
  invalid: (detail) => `is not valid here: ${detail}`,
  "lexicon-differs": () => "differs from the active Lexicon with this id, which stays. --replace-lexicons replaces it.",
  "definition-differs": (detail) => `is defined here as ${detail}, and a definition cannot be changed.`,
  "negated-here": () => "was taken back here.",
  "erased-here": () => "is about a person who was erased here.",
  "no-counterpart": () => "has no counterpart here.",
  default: () => "has the default of that software."
};

/** Returns why something is not moved, as the predicate of a sentence. */
export const leftSentence = (reason: LeftReason, detail: string): string => leftSentences[reason](detail);

const rotate = "It gets a secret that nobody has: tidemark clients rotate-secret creates another one.";

const noteSentences: Readonly<Record<MoveInNote, (detail: string) => string>> = {
  "redirect-uri-left": (detail) => `The redirect URI ${detail} is left out: it is not allowed here.`,
  "scope-value-left": (detail) => `The scope ${detail} is left out: it is not known here.`,
  "scope-beyond": (detail) =>
    `It was granted the scope ${detail} there, beyond its registration. Here, that is refused: tidemark clients update --scope adds it.`,
  "secret-missing": () => `The app has no secret. ${rotate}`,
  "secret-short": () => `The secret of the app is too short to be stored as a hash. ${rotate}`,
  "access-lifetime-shortened": (detail) =>
    `Its access tokens last ${durationInWords(Number(detail))}, the maximum here.`,
  "refresh-lifetime-shortened": (detail) =>
    `Its refresh tokens last ${durationInWords(Number(detail))}, the maximum here.`,
  "redirect-uri-exact": () => "Redirect URIs must be equal to a registered one here; there, a prefix was enough.",
  replaces: () => "It replaces the active Lexicon with this id.",
  "cid-left": (detail) => `The CID ${detail} is left out: it is malformed.`,
  "takedown-hides": () => "Its labels hide what they are about here; there, only !takedown and !suspend did."
};

/** Returns what is different about something that is moved. */
export const noteSentence = ({ detail, note }: NotedDetail): string => noteSentences[note](detail);

const unreadableSentences: Readonly<Record<OtherInstanceUnreadable["reason"], (detail: string) => string>> = {
  "not-found": (detail) =>
    `<database>: ${detail} cannot be read; give the path of an SQLite file that this user may read, or a postgres:// URL`,
  "not-a-database": (detail) =>
    `<database>: ${detail} is no SQLite database; give the file that DATABASE_URL names there`,
  "other-software": (detail) =>
    `<database>: it is none of quickslice, because it lacks the tables ${detail}; give the database that DATABASE_URL names there`,
  unavailable: (detail) => `<database>: it cannot be read: ${detail}`
};

/** Returns why the database of another instance cannot be read, and what to do. */
export const unreadableSentence = ({ detail, reason }: OtherInstanceUnreadable): string =>
  unreadableSentences[reason](detail);
