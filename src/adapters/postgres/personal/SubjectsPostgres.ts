import { randomBytes } from "node:crypto";
import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import type { Did } from "../../../domain/atproto/Did.ts";
import { SecretCipher } from "../../../domain/crypto/SecretCipher.ts";
import { EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { erasedDid, erasedText } from "../../../domain/personal/erasedValue.ts";
import { type Subject, Subjects } from "../../../domain/personal/Subjects.ts";
import { failureReason, storeUnavailable } from "../connection/failureReason.ts";
import { SubjectKeySealed, SubjectKeys, subjectRow } from "./SubjectKeys.ts";

const unavailable = storeUnavailable("subjects");

const unfound = (cause: unknown) =>
  new EventLogUnavailable({
    operation: "find",
    reason: cause instanceof SubjectKeySealed ? "unreadable" : failureReason(cause),
    cause
  });

/** The projections of the log that hold DIDs: they get the DID that stands for the person. */
const replaceStatements = [
  `update tidemark.lookups set key = $2 || substr(key, length($1) + 1)
   where kind = 'authorization-of-did' and key > $1 || ' ' and key < $1 || '!'`,
  "update tidemark.authorizations set did = $2 where did = $1",
  `update tidemark.reports set reporter = $2, statement = case when statement is not null then '${erasedText}' end
   where reporter = $1`,
  `update tidemark.reports set account = $2,
     subject = case when subject = account then $2 else 'at://' || $2 || '/invalid.erased.record/erased' end
   where account = $1`,
  "update tidemark.reports set closed_by = $2 where closed_by = $1",
  `update tidemark.backfills set target = replace(target::text, to_json($1::text)::text, to_json($2::text)::text)::jsonb
   where target->'dids' ? $1`
];

/** What is stored of accounts besides the log. */
const deleteStatements = [
  "delete from tidemark.due_repositories where did = $1",
  "delete from tidemark.due_identities where did = $1",
  "delete from tidemark.followed_repositories where did = $1",
  "delete from tidemark.dead_letters where did = $1",
  "delete from tidemark.skipped_records where did = $1",
  "delete from tidemark.skipped_repositories where did = $1",
  "delete from tidemark.backfill_repositories where did = $1",
  "delete from tidemark.labels where did = $1",
  "update tidemark.label_rejections set uri = null where uri = $1 or starts_with(uri, 'at://' || $1 || '/')",
  "delete from tidemark.label_preferences where did = $1",
  "select tidemark_records.forget_changes_of($1)",
  "delete from tidemark_records.takedowns where did = $1",
  "delete from tidemark_records.actors where did = $1",
  "delete from tidemark_records.hidden_accounts where did = $1",
  "delete from tidemark_records.hidden_records where did = $1",
  "delete from tidemark_records.removed where uri >= 'at://' || $1 || '/' and uri < 'at://' || $1 || '0'",
  "delete from tidemark.subjects where did = $1"
];

const instanceKeyRow = (name: string): string => `instance/${name}`;

const rotationPage = 500;

const makeSubjects = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const keys = yield* SubjectKeys;
  const secrets = yield* SecretCipher;

  const dropAbandonedRebuild = sql`select tidemark.drop_abandoned_rebuild()`;

  const erase = Effect.fnUntraced(function* ({ did, id }: Subject) {
    // The head is locked first, as by every append: no event of the person is appended meanwhile.
    yield* sql`select tidemark.lock_log()`;
    for (const mark of (yield* marksOf([did])).keys())
      yield* sql`insert into tidemark.erased_accounts (mark) values (${mark}) on conflict (mark) do nothing`;
    for (const statement of replaceStatements) yield* sql.unsafe(statement, [did, erasedDid(id)]);
    for (const statement of deleteStatements) yield* sql.unsafe(statement, [did]);
    yield* dropAbandonedRebuild;
    yield* keys.forget;
  });

  const reseal = Effect.fnUntraced(function* (id: string, keyId: string, sealedKey: Uint8Array) {
    const row = subjectRow(id);
    const opened = yield* Effect.option(secrets.unseal(row, { keyId, bytes: new Uint8Array(sealedKey) }));
    if (Option.isNone(opened)) return 0;
    const sealed = yield* secrets.seal(row, opened.value);
    yield* sql`update tidemark.subjects set key_id = ${sealed.keyId}, sealed_key = ${Buffer.from(sealed.bytes)}
      where id = ${id} and key_id = ${keyId}`;
    return 1;
  });

  /** The key of the marks of erased accounts. Who adds it first determines it. */
  const markKey = Effect.gen(function* () {
    const row = instanceKeyRow("erased-accounts");
    const select = sql<{ keyId: string; sealedKey: Uint8Array }>`
      select key_id as "keyId", sealed_key as "sealedKey" from tidemark.instance_keys where name = ${row}`;
    const [found] = yield* select;
    if (found !== undefined) return yield* openInstanceKey(row, found);
    if (secrets.keyIds.length === 0) return yield* new SubjectKeySealed();
    const sealed = yield* secrets.seal(row, randomBytes(32));
    yield* sql`insert into tidemark.instance_keys (name, key_id, sealed_key)
      values (${row}, ${sealed.keyId}, ${Buffer.from(sealed.bytes)}) on conflict (name) do nothing`;
    const [stored] = yield* select;
    return stored === undefined ? yield* new SubjectKeySealed() : yield* openInstanceKey(row, stored);
  });

  const openInstanceKey = (
    row: string,
    { keyId, sealedKey }: { readonly keyId: string; readonly sealedKey: Uint8Array }
  ) => Effect.mapError(secrets.unseal(row, { keyId, bytes: new Uint8Array(sealedKey) }), () => new SubjectKeySealed());

  const marksOf = (dids: ReadonlyArray<Did>) =>
    Effect.map(markKey, (key) => new Map(dids.map((did) => [keys.cipher.tag(key, did), did])));

  const isAnyErased = Effect.map(
    sql<{ found: boolean }>`select exists (select from tidemark.erased_accounts) as found`,
    ([row]) => row?.found === true
  );

  const blocked = Effect.fnUntraced(function* (dids: ReadonlyArray<Did>) {
    if (dids.length === 0 || !(yield* isAnyErased)) return new Set<Did>();
    const marks = yield* marksOf(dids);
    const rows = yield* sql<{ mark: string }>`
      select mark from tidemark.erased_accounts where mark = any(${[...marks.keys()]}::text[])`;
    return new Set(rows.flatMap(({ mark }) => marks.get(mark) ?? []));
  });

  const allow = Effect.fnUntraced(function* (dids: ReadonlyArray<Did>) {
    if (dids.length === 0 || !(yield* isAnyErased)) return;
    const marks = yield* marksOf(dids);
    yield* sql`delete from tidemark.erased_accounts where mark = any(${[...marks.keys()]}::text[])`;
  });

  const rotatePage = Effect.fnUntraced(function* (current: string, after: string) {
    const rows = yield* sql<{ id: string; keyId: string; sealedKey: Uint8Array }>`
      select id, key_id as "keyId", sealed_key as "sealedKey" from tidemark.subjects
      where key_id <> ${current} and id > ${after} order by id limit ${rotationPage}`;
    let rotated = 0;
    for (const { id, keyId, sealedKey } of rows) rotated += yield* reseal(id, keyId, sealedKey);
    return { rotated, last: rows.length < rotationPage ? null : (rows.at(-1)?.id ?? null) };
  });

  const rotate = Effect.gen(function* () {
    const [current] = secrets.keyIds;
    let [rotated, after]: [number, string | null] = [0, ""];
    while (after !== null && current !== undefined) {
      const page: { readonly rotated: number; readonly last: string | null } = yield* rotatePage(current, after);
      rotated += page.rotated;
      after = page.last;
    }
    return rotated;
  });

  return Subjects.of({
    find: (did) =>
      sql<Subject>`select id, did, commitment from tidemark.subjects where did = ${did}`.pipe(
        Effect.mapBoth({ onFailure: unfound, onSuccess: ([row]) => Option.fromNullable(row) })
      ),
    committed: (commitments) =>
      Effect.mapError(
        sql<Subject>`select id, did, commitment from tidemark.subjects where commitment = any(${[...commitments]}::text[])`,
        unavailable
      ),
    erasures: sql<{ commitment: string }>`
      select data->>'commitment' as commitment from tidemark.events where stream like 'erasure-%'`.pipe(
      Effect.mapBoth({ onFailure: unavailable, onSuccess: (rows) => rows.map(({ commitment }) => commitment) })
    ),
    blocked: (dids) => Effect.mapError(blocked(dids), unfound),
    allow: (dids) => Effect.mapError(allow(dids), unfound),
    dropAbandonedRebuild: Effect.mapError(Effect.asVoid(dropAbandonedRebuild), unavailable),
    erase: (subject) => Effect.mapError(erase(subject), unavailable),
    rotate: Effect.mapError(rotate, unavailable)
  });
});

/** The persons of `tidemark.subjects`, and what the projections and the index hold of them. */
export const layer: Layer.Layer<Subjects, never, SqlClient | SubjectKeys | SecretCipher> = Layer.effect(
  Subjects,
  makeSubjects
);
