import { sha256 } from "@noble/hashes/sha2.js";
import * as Encoding from "effect/Encoding";
import type { RecordedEvent } from "../event/Envelope.ts";

/** The members of an archived event that its row keeps. */
export interface KeptMembers extends Pick<RecordedEvent, "position" | "version" | "leafHash"> {
  readonly stream: string;
}

const utf8 = new TextEncoder();

/**
 * The digest over what the database keeps of the events of one archive, in order of their positions: SHA-256 of a line
 * `<position> <stream> <version> <leaf hash>` for each. The event of the archive has it, so that nobody can add or remove
 * a row unnoticed.
 */
export class RowsDigest {
  readonly #hash = sha256.create();
  #count = 0;
  #first: number | null = null;

  add({ leafHash, position, stream, version }: KeptMembers): void {
    this.#hash.update(utf8.encode(`${position} ${stream} ${version} ${leafHash}\n`));
    this.#count += 1;
    this.#first ??= position;
  }

  count(): number {
    return this.#count;
  }

  /** The position of the first event that was added; null before. */
  first(): number | null {
    return this.#first;
  }

  /** Returns the digest of the rows so far, in base64url. */
  text(): string {
    return Encoding.encodeBase64Url(this.#hash.clone().digest());
  }
}

/** Returns the digest over the rows of events, which are in order of their positions, in base64url. */
export const rowsDigest = (events: Iterable<KeptMembers>): string => {
  const digest = new RowsDigest();
  for (const event of events) digest.add(event);
  return digest.text();
};
