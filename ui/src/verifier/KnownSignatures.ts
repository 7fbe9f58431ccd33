import * as Either from "effect/Either";
import { isSameHash as isSame } from "../../../src/domain/transparency/merkleHash.ts";
import { parseNote } from "../../../src/domain/transparency/SignedNote.ts";
import type { VerifierKey } from "../../../src/domain/transparency/VerifierKey.ts";
import { keyOfSignature, type VerifyEd25519 } from "../../../src/domain/transparency/verifyNote.ts";
import type { Ed25519 } from "./Ed25519.ts";

interface Verified {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

const utf8 = new TextEncoder();

/**
 * Signatures of notes that were verified in advance. WebCrypto responds later, and the rules of the domain ask for the
 * result at once.
 */
export class KnownSignatures {
  readonly #ed25519: Ed25519;
  readonly #valid: Array<Verified> = [];

  constructor(ed25519: Ed25519) {
    this.#ed25519 = ed25519;
  }

  /** Verifies the signatures of a note that are by one of the keys. */
  async learn(text: string, keys: ReadonlyArray<VerifierKey>): Promise<void> {
    const note = Either.getOrNull(parseNote(text));
    if (note === null) return;
    const message = utf8.encode(note.text);
    const ofNotes = keys.filter(({ type }) => type === "note");
    for (const named of note.signatures) {
      const publicKey = keyOfSignature(ofNotes, named)?.publicKey;
      const { signature } = named;
      if (publicKey !== undefined && (await this.#ed25519.verify(publicKey, message, signature)))
        this.#valid.push({ publicKey, message, signature });
    }
  }

  /** Says whether a signature was found to be valid. */
  readonly verify: VerifyEd25519 = (publicKey, message, signature) =>
    this.#valid.some(
      (known) =>
        isSame(known.publicKey, publicKey) && isSame(known.signature, signature) && isSame(known.message, message)
    );
}
