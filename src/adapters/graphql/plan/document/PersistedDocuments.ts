import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { LRUCache } from "lru-cache";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import { sha256 } from "../../../../domain/crypto/sha256.ts";
import type { PlanError, PlanErrorCode } from "../PlanError.ts";

/** Documents the service knows from the start, and whether it answers no others. */
interface PersistedOptions {
  readonly documents: ReadonlyArray<string>;
  readonly only: boolean;
  /** UTF-8 bytes of a document at most; longer ones are not remembered. */
  readonly documentBytes: number;
}

/** A document, or the hash of one, or both. */
interface DocumentReference {
  /** Empty where the hash stands for it. */
  readonly query: string;
  /** SHA-256 in lower-case hexadecimal. */
  readonly hash: string | null;
}

/** In characters, 500 more for each document: some 8 MB at most. */
const capacity = 4_000_000;
const minWeight = 500;

const hashOf = (text: string): string => Encoding.encodeHex(sha256(text));

const refused = (code: PlanErrorCode, message: string): Either.Either<never, PlanError> =>
  Either.left({ message, extensions: errorExtensions(code) });

/**
 * Finds documents by their SHA-256 and remembers those that come with it, as many as were used last (the protocol of
 * automatic persisted queries). Each process remembers its own: who gets `PERSISTED_QUERY_NOT_FOUND` sends the document.
 */
export class PersistedDocuments {
  readonly #known: ReadonlyMap<string, string>;
  readonly #only: boolean;
  readonly #documentBytes: number;
  readonly #learned = new LRUCache<string, string>({ maxSize: capacity });

  constructor({ documents, only, documentBytes }: PersistedOptions) {
    this.#known = new Map(documents.map((text) => [hashOf(text), text]));
    this.#only = only;
    this.#documentBytes = documentBytes;
  }

  find({ query, hash }: DocumentReference): Either.Either<string, PlanError> {
    if (this.#only) return this.#knownDocument(query, hash);
    if (hash === null) return Either.right(query);
    if (query === "") {
      const found = this.#known.get(hash) ?? this.#learned.get(hash);
      return found === undefined ? refused("PERSISTED_QUERY_NOT_FOUND", "PersistedQueryNotFound") : Either.right(found);
    }
    if (Buffer.byteLength(query) > this.#documentBytes) return Either.right(query);
    if (hashOf(query) !== hash) return refused("BAD_USER_INPUT", "sha256Hash must be the SHA-256 of query.");
    this.#learned.set(hash, query, { size: query.length + minWeight });
    return Either.right(query);
  }

  #knownDocument(query: string, hash: string | null): Either.Either<string, PlanError> {
    const found = this.#known.get(query === "" ? (hash ?? "") : hashOf(query));
    return found === undefined
      ? refused("PERSISTED_QUERY_REQUIRED", "This service accepts only the persisted documents of its operator.")
      : Either.right(found);
  }
}
