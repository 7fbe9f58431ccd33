import type { JsonObject } from "../json/Json.ts";
import { type DeadLetter, maxDeadLetterBytes } from "./DeadLetters.ts";

/**
 * How many dead letters are stored. If there are more, the oldest are evicted, first those of the account. Each
 * process may exceed the limits by two percent of the total. Sizes are in bytes.
 */
export interface DeadLetterLimits {
  readonly lettersPerAccount: number;
  readonly sizePerAccount: number;
  readonly letters: number;
  readonly size: number;
}

/** The limits of a service. */
export const deadLetterLimits: DeadLetterLimits = {
  lettersPerAccount: 1_000,
  sizePerAccount: 8_000_000,
  letters: 100_000,
  size: 256_000_000
};

/** A dead letter without what is too long to be stored. */
export interface BoundedDeadLetter {
  readonly letter: DeadLetter;
  /** The value in JSON; null if there is none. */
  readonly json: string | null;
  /** The approximate size in bytes. */
  readonly size: number;
}

const maxTextLength = 8_192;
const maxJsonLength = 1_000_000;
const overhead = 200;

const bounded = (text: string | null, length = maxTextLength): string | null =>
  text === null ? null : text.slice(0, length).toWellFormed();

/** The JSON of a value; null for one that is too long or too deep, which is then to be fetched again. */
const jsonOf = (value: JsonObject | null): string | null => {
  if (value === null) return null;
  try {
    const json = JSON.stringify(value);
    return json.length > maxJsonLength ? null : json;
  } catch {
    return null;
  }
};

/** Cuts off what of a dead letter is too long to be stored, and returns its size. */
export const boundDeadLetter = (whole: DeadLetter): BoundedDeadLetter => {
  const json = jsonOf(whole.value);
  const bytes = whole.bytes?.subarray(0, maxDeadLetterBytes) ?? null;
  const letter: DeadLetter = {
    ...whole,
    collection: bounded(whole.collection, 320),
    uri: bounded(whole.uri),
    cid: bounded(whole.cid),
    rev: bounded(whole.rev, 256),
    detail: bounded(whole.detail, 1_000),
    value: json === null ? null : whole.value,
    bytes
  };
  const texts = [letter.uri, letter.collection, letter.detail, json];
  const length = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return { letter, json, size: overhead + length + (bytes?.length ?? 0) };
};
