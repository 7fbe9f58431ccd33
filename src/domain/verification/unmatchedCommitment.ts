import type { RecordedEvent } from "../event/Envelope.ts";
import { canonicalJson } from "../json/canonicalJson.ts";
import { isJsonObject } from "../json/isJsonObject.ts";
import { pointerOf } from "../personal/jsonPointer.ts";

/** A commitment of an event without exactly one personal part, and the canonical text that the leaf hash covers. */
export interface UnmatchedCommitment {
  readonly pointer: string;
  readonly isMissing: boolean;
  readonly text: string;
}

const start = '{"commitment":"';

/** Whether a commitment stands in a text member, as in a row whose personal parts are missing. */
const isCommitmentText = (text: string | null): text is string => text?.startsWith(start) === true;

/** Returns how many commitments a canonical text has. Within a text of the event, their quotes are escaped. */
const countCommitments = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + start.length)) count += 1;
  return count;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Returns the canonical form of an event, with commitments in place of the texts that stand for them. */
const committedOf = ({ actor, subjectDid }: RecordedEvent, text: string): unknown => {
  const whole = parsed(text);
  if (!isJsonObject(whole)) return whole;
  return {
    ...whole,
    ...(isCommitmentText(subjectDid) && { subjectDid: parsed(subjectDid) }),
    ...(isCommitmentText(actor.id) && { actor: { ...actor, id: parsed(actor.id) } })
  };
};

const pointersIn = (value: unknown, path: ReadonlyArray<string>): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [];
  const members: ReadonlyArray<readonly [string, unknown]> = Object.entries(value);
  const [first, ...others] = members;
  if (first?.[0] === "commitment" && typeof first[1] === "string" && others.length === 0) return [pointerOf(path)];
  return members.flatMap(([name, member]) => pointersIn(member, [...path, name]));
};

/**
 * Returns the first commitment of an event that has no personal part, or more than one: somebody changed what is stored
 * of them. Null if there is none. `text` is the canonical text of the event.
 */
export const unmatchedCommitment = (event: RecordedEvent, text: string): UnmatchedCommitment | null => {
  const { actor, personal = [], subjectDid } = event;
  const places = personal.flatMap(({ commitment, pointers }) => (commitment === "" ? [] : pointers));
  // Nearly always, so that nothing is parsed.
  if (countCommitments(text) === places.length && new Set(places).size === places.length)
    if (!isCommitmentText(subjectDid) && !isCommitmentText(actor.id)) return null;
  const committed = committedOf(event, text);
  const pointer = pointersIn(committed, []).find((each) => places.filter((place) => place === each).length !== 1);
  return pointer === undefined
    ? null
    : { pointer, isMissing: !places.includes(pointer), text: canonicalJson(committed) };
};
