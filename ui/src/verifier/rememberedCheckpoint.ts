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
}

const name = "tidemark.verified-checkpoint";

const isRemembered = (value: unknown): value is RememberedCheckpoint =>
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
    return isRemembered(value) ? value : null;
  } catch {
    return null;
  }
};

/** Remembers a checkpoint in place of the one before, and returns it. */
export const remember = ({ key, note, size }: VerifiedCheckpoint): RememberedCheckpoint => {
  const remembered = { note, key, size, at: new Date().toISOString() };
  persistentStore.set(name, JSON.stringify(remembered));
  return remembered;
};

/** Forgets the checkpoint, so that the next verification is compared with none. */
export const forget = (): void => persistentStore.remove(name);
