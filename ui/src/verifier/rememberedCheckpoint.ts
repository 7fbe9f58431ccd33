import { persistentStore } from "../session/browserStore.ts";
import type { VerifiedCheckpoint } from "./Verification.ts";

/** The checkpoint of the last verification in this browser that held. */
export interface RememberedCheckpoint {
  readonly note: string;
  /** The verifier key (vkey) that signed it. */
  readonly key: string;
  readonly size: number;
  /** When it was verified, as ISO 8601. */
  readonly at: string;
  /** When this browser first verified the log, which every later verification continued, as ISO 8601. */
  readonly since: string;
}

/** Earlier versions stored no `since`. */
type Stored = Omit<RememberedCheckpoint, "since"> & { readonly since?: unknown };

const name = "tidemark.verified-checkpoint";

const isStored = (value: unknown): value is Stored =>
  typeof value === "object" &&
  value !== null &&
  "note" in value &&
  typeof value.note === "string" &&
  "key" in value &&
  typeof value.key === "string" &&
  "size" in value &&
  typeof value.size === "number" &&
  "at" in value &&
  typeof value.at === "string";

/** Returns the checkpoint that this browser remembers; null if it remembers none. */
export const readRemembered = (): RememberedCheckpoint | null => {
  try {
    const value: unknown = JSON.parse(persistentStore.get(name) ?? "null");
    if (!isStored(value)) return null;
    return { ...value, since: typeof value.since === "string" ? value.since : value.at };
  } catch {
    return null;
  }
};

/** Remembers a checkpoint in place of the one before, which it continues, and returns it. */
export const remember = (
  { key, note, size }: VerifiedCheckpoint,
  before: RememberedCheckpoint | null
): RememberedCheckpoint => {
  const at = new Date().toISOString();
  const remembered = { note, key, size, at, since: before?.since ?? at };
  persistentStore.set(name, JSON.stringify(remembered));
  return remembered;
};

/** Forgets the checkpoint, so that the next verification is compared with none. */
export const forget = (): void => persistentStore.remove(name);
