import { randomBytes } from "node:crypto";
import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import type { Statement } from "@effect/sql/Statement";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { LRUCache } from "lru-cache";
import type { Did } from "../../../domain/atproto/Did.ts";
import { KeyedCipher } from "../../../domain/crypto/KeyedCipher.ts";
import { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import { commitmentTo, saltLength } from "../../../domain/personal/commitment.ts";

/** A person whom events are about: a pseudonym, the name of their streams, and the key of their personal values. */
export interface Subject {
  readonly id: string;
  readonly did: Did;
  readonly streamKey: string;
  readonly key: Uint8Array;
}

/** A person as readers of events need them. `key` is null if the stored one was damaged: nothing can be opened with it. */
export interface KnownSubject extends Omit<Subject, "key"> {
  readonly key: Uint8Array | null;
}

/** The keys of persons cannot be opened or made, because this environment lacks the secret that seals them. */
export class SubjectKeySealed extends Schema.TaggedError<SubjectKeySealed>()("SubjectKeySealed", {}) {
  override get message(): string {
    return "Events hold personal data under a key that this environment cannot open: set OAUTH_SIGNING_KEY and SECRET_KEY_BASE as for the service";
  }
}

interface SubjectRow {
  readonly id: string;
  readonly did: Did;
  readonly streamKey: string;
  readonly keyId: string;
  readonly sealedKey: Uint8Array;
}

type Failure = SqlError | SubjectKeySealed;

/** The number of persons whose keys are cached, at some 300 bytes each. */
const maxCached = 50_000;

const keyLength = 32;

const columns = `id, did, stream_key as "streamKey", key_id as "keyId", sealed_key as "sealedKey"`;

/** The row of the vault that a key is bound to. */
export const subjectRow = (id: string): string => `subject/${id}`;

const isInTransaction = Effect.map(Effect.serviceOption(TransactionConnection), Option.isSome);

/**
 * Caches the keys of persons. An erased person never comes back under the same pseudonym. What a transaction added is not
 * cached, because it may be rolled back.
 */
const makeSubjectKeys = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const secrets = yield* SecretCipher;
  const cipher = yield* KeyedCipher;
  const byDid = new LRUCache<string, Subject>({ max: maxCached });
  const byId = new LRUCache<string, Subject>({ max: maxCached });
  const erased = new LRUCache<string, true>({ max: maxCached });
  const literal = sql.literal(columns);
  /** How often the cache was emptied. What was read before that must not be cached after it. */
  let emptied = 0;

  const opened = ({ did, id, keyId, sealedKey, streamKey }: SubjectRow): Effect.Effect<Subject, SubjectKeySealed> =>
    secrets.unseal(subjectRow(id), { keyId, bytes: new Uint8Array(sealedKey) }).pipe(
      Effect.mapBoth({
        onFailure: () => new SubjectKeySealed(),
        onSuccess: (key) => ({ id, did, streamKey, key })
      })
    );

  const note = (subject: Subject): void => {
    byDid.set(subject.did, subject);
    byId.set(subject.id, subject);
  };

  const query = Effect.fnUntraced(function* (statement: Statement<SubjectRow>) {
    const before = emptied;
    const subjects = yield* Effect.forEach(yield* statement, opened);
    const isOwn = yield* isInTransaction;
    if (!isOwn && emptied === before) for (const subject of subjects) note(subject);
    return subjects;
  });

  /** A key that is not authentic belongs to another row, or somebody changed it. */
  const openedOrDamaged = (row: SubjectRow): Effect.Effect<KnownSubject, SubjectKeySealed> =>
    Effect.catchIf(
      opened(row),
      () => secrets.keyIds.includes(row.keyId),
      () => Effect.succeed({ id: row.id, did: row.did, streamKey: row.streamKey, key: null })
    );

  const fresh = Effect.fnUntraced(function* (did: Did) {
    const id = randomBytes(16).toString("base64url");
    const sealed = yield* secrets.seal(subjectRow(id), randomBytes(keyLength));
    return {
      id,
      did,
      commitment: commitmentTo(randomBytes(saltLength), did),
      keyId: sealed.keyId,
      bytes: sealed.bytes
    };
  });

  const add = Effect.fnUntraced(function* (dids: ReadonlyArray<Did>) {
    if (secrets.keyIds.length === 0) return yield* new SubjectKeySealed();
    const made = yield* Effect.forEach(dids, fresh);
    return yield* query(sql<SubjectRow>`
      select ${literal} from tidemark.open_subjects(${made.map(({ id }) => id)}, ${made.map(({ did }) => did)},
        ${made.map(({ commitment }) => commitment)}, ${made.map(({ keyId }) => keyId)},
        ${made.map(({ bytes }) => Buffer.from(bytes))})`);
  });

  const find = (dids: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<Subject>, Failure> =>
    query(sql<SubjectRow>`select ${literal} from tidemark.subjects where did = any(${[...dids]}::text[])`);

  const ofDids: SubjectKeys["Type"]["ofDids"] = Effect.fnUntraced(function* (dids) {
    const found = new Map<string, Subject>();
    const unknown: Array<Did> = [];
    for (const did of dids) {
      const known = byDid.get(did);
      if (known === undefined) unknown.push(did);
      else found.set(did, known);
    }
    if (unknown.length === 0) return found;
    for (const subject of yield* find(unknown)) found.set(subject.did, subject);
    const missing = unknown.filter((did) => !found.has(did));
    if (missing.length > 0) for (const subject of yield* add(missing)) found.set(subject.did, subject);
    return found;
  });

  const ofIds: SubjectKeys["Type"]["ofIds"] = Effect.fnUntraced(function* (ids) {
    const found = new Map<string, KnownSubject>();
    const unknown = new Set<string>();
    for (const id of ids) {
      const known = byId.get(id);
      if (known !== undefined) found.set(id, known);
      else if (!erased.has(id)) unknown.add(id);
    }
    if (unknown.size === 0) return found;
    const before = emptied;
    const rows = yield* sql<SubjectRow>`
      select ${literal} from tidemark.subjects where id = any(${[...unknown]}::text[])`;
    const isOwn = yield* isInTransaction;
    for (const row of rows) {
      const { key, ...subject } = yield* openedOrDamaged(row);
      found.set(subject.id, { ...subject, key });
      if (key !== null && !isOwn && emptied === before) note({ ...subject, key });
    }
    for (const id of unknown) if (!found.has(id)) erased.set(id, true);
    return found;
  });

  return SubjectKeys.of({
    cipher,
    ofDids,
    ofIds,
    find: (did) => Effect.map(find([did]), ([subject]) => Option.fromNullable(subject)),
    forget: Effect.sync(() => {
      emptied += 1;
      byDid.clear();
      byId.clear();
      erased.clear();
    })
  });
});

/** The persons of `tidemark.subjects` with their keys. */
export class SubjectKeys extends Context.Tag("adapters/postgres/SubjectKeys")<
  SubjectKeys,
  {
    readonly cipher: KeyedCipher["Type"];
    /** Returns the persons with these DIDs, and adds those that are missing. */
    readonly ofDids: (dids: Iterable<Did>) => Effect.Effect<ReadonlyMap<string, Subject>, Failure>;
    /** Returns the persons with these pseudonyms, without those that were erased. */
    readonly ofIds: (ids: Iterable<string>) => Effect.Effect<ReadonlyMap<string, KnownSubject>, Failure>;
    /** Returns the person with a DID, if events are about them. */
    readonly find: (did: string) => Effect.Effect<Option.Option<Subject>, Failure>;
    /** Forgets the cached keys, after an erasure. */
    readonly forget: Effect.Effect<void>;
  }
>() {}

/** Reads and makes the keys of persons. */
export const layer: Layer.Layer<SubjectKeys, never, SqlClient | SecretCipher | KeyedCipher> = Layer.effect(
  SubjectKeys,
  makeSubjectKeys
);
