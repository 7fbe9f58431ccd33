import type { PublicationReason } from "../../../domain/transparency/publishing/Publication.ts";

const sentences: Readonly<Record<PublicationReason, string>> = {
  "address-refused": "Its address is not one that this service may connect to.",
  busy: "Too many requests to it are in progress.",
  unreachable: "It cannot be reached.",
  timeout: "It did not respond in time.",
  "too-large": "Its response is too large.",
  "redirect-refused": "It redirects, which is not followed.",
  "unexpected-response": "Its response is none that the protocol knows.",
  malformed: "What it returned cannot be read.",
  "not-writable": "It cannot be written.",
  "other-content": "It does not end with a checkpoint, so it holds something else: name another file.",
  "malformed-request": "It cannot read the request.",
  "unknown-log": "It does not follow this log: give its operator a line of /log/key.",
  "unknown-key": "It does not know the key that signs checkpoints: give its operator the first line of /log/key.",
  "not-signed-in": "The PDS does not accept the account and its app password: check AUDIT_ANCHOR_PASSWORD.",
  "other-key": "It signed with another key than the configured one.",
  "not-verified": "Its signature is false.",
  "size-beyond":
    "It has more events than this log: either it is wrong, or this database was restored from an older backup.",
  "other-root":
    "It has another history of this log: either it is wrong, or events of this database were changed. Run tidemark audit verify.",
  "not-consistent":
    "The log does not continue what it has: either it is wrong, or events of this database were changed. Run tidemark audit verify."
};

/** Returns the sentence for why a checkpoint was not published. */
export const publicationSentence = (reason: PublicationReason): string => sentences[reason];
