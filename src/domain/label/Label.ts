import type { Did } from "../atproto/Did.ts";
import { sha256Base64Url } from "../crypto/sha256.ts";
import type { LabelSubject } from "./LabelSubject.ts";
import { subjectText } from "./LabelSubject.ts";
import type { LabelValue } from "./LabelValue.ts";

/**
 * What a source says of a record or an account, or takes back (`neg`). Times are in Unix milliseconds
 * (`com.atproto.label.defs#label`).
 */
export interface Label {
  readonly src: Did;
  readonly subject: LabelSubject;
  readonly val: LabelValue;
  /** The version that the source saw. The label applies to every version of the record. */
  readonly cid: string | null;
  readonly neg: boolean;
  readonly cts: number;
  /** When it ends; null for never. */
  readonly exp: number | null;
}

/** Identifies a label among those of all sources: a later one with the same key replaces it. */
export type LabelKey = Pick<Label, "src" | "subject" | "val">;

/** Returns a text for a key. No part holds a line feed, except that a value may, and it is last. */
export const labelKeyText = ({ src, subject, val }: LabelKey): string => `${subjectText(subject)}\n${src}\n${val}`;

/** Returns the id of a label, which depends on its key only. */
export const labelId = (key: LabelKey): string => sha256Base64Url(labelKeyText(key)).slice(0, 22);

const later = (left: number | null, right: number | null): number => {
  if (left === right) return 0;
  if (left === null) return 1;
  return right === null || left < right ? -1 : 1;
};

const byText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

/**
 * Compares two labels with one key: positive if the first one counts. The later one does; of two of the same millisecond a
 * negation, then the one that ends later, then the one with the greater CID. So the order of arrival does not matter.
 */
export const compareLabels = (left: Label, right: Label): number =>
  left.cts - right.cts ||
  Number(left.neg) - Number(right.neg) ||
  later(left.exp, right.exp) ||
  byText(left.cid ?? "", right.cid ?? "");

/** Whether a label that counts applies at a time in Unix milliseconds: it is no negation, and has not ended. */
export const isActive = ({ exp, neg }: Pick<Label, "exp" | "neg">, now: number): boolean =>
  !neg && (exp === null || exp > now);

/** Returns the label of each key that counts, whatever their order. */
export const latestLabels = (labels: ReadonlyArray<Label>): ReadonlyArray<Label> => {
  const latest = new Map<string, Label>();
  for (const label of labels) {
    const key = labelKeyText(label);
    const before = latest.get(key);
    if (before === undefined || compareLabels(label, before) > 0) latest.set(key, label);
  }
  return [...latest.values()];
};
