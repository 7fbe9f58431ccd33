import type { Did } from "../../src/domain/atproto/Did.ts";
import type { DeadLetter, DeadLetterReason } from "../../src/domain/sync/DeadLetters.ts";

/** A dead letter of a record of an account with a key. */
export const letterOf = (did: Did, key: string, reason: DeadLetterReason): DeadLetter => ({
  source: "backfill",
  did,
  collection: "dev.example.note",
  uri: `at://${did}/dev.example.note/${key}`,
  cid: "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454",
  rev: "3l2zpbbhyxs2b",
  reason,
  detail: null,
  value: null,
  bytes: null,
  receivedAt: Date.parse("2026-11-28T12:00:00Z")
});
