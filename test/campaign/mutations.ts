import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { Part } from "../../src/domain/verification/Fault.ts";
import type { Draw } from "../simulator/Draw.ts";
import { archivedMutations } from "./archivedMutations.ts";
import { at, type Mutation, run, type World } from "./Mutation.ts";
import { personalMutations } from "./personalMutations.ts";
import { forgeCheckpoint, rebuildTree, rehash } from "./rebuildTree.ts";

const anyPosition = (draw: Draw, { size }: World): number => 1 + draw.below(size);

/** Columns, and an expression that always changes them. */
const columns: ReadonlyArray<readonly [name: string, changed: string]> = [
  ["type", "'LoginFailed.v1'"],
  ["occurred_at", "'2020-01-01T00:00:00.000Z'"],
  [
    "recorded_at",
    "overlay(recorded_at placing case substr(recorded_at, 22, 1) when '9' then '8' else '9' end from 22)"
  ],
  ["actor_type", "case actor_type when 'system' then 'operator' else 'system' end"],
  ["actor_id", "'did:plc:mallory234mallory234mal'"],
  ["subject_did", "coalesce('did:plc:mallory234mallory234mal' || subject_did, '')"],
  ["client_id", "client_id || 'x'"],
  ["authorization_id", "null"],
  ["request_id", "'request_2'"],
  ["causation_id", "id::text"],
  ["correlation_id", "'elsewhere'"],
  ["outcome", "case outcome when 'success' then 'failure' else 'success' end"],
  ["reason", "coalesce(reason, '') || 'x'"],
  ["data", `replace(data::text, '}', ',"x":1}')::json`],
  ["id", "gen_random_uuid()"]
];

const changeColumn = Effect.fnUntraced(function* (draw: Draw, position: number) {
  const [name, changed] = columns[draw.below(columns.length)] ?? ["reason", "'x'"];
  yield* run(`update tidemark.events set ${name} = ${changed} where position = $1`, [position]);
});

const column: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* changeColumn(draw, position);
  return at(position, "leaf", "personal-data");
});

/** Flips the lowest bit of one letter in a text or a name of the data. */
const bit: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  const rows = yield* Effect.flatMap(
    SqlClient,
    (sql) => sql<{ data: string }>`select data::text as data from tidemark.events where position = ${position}`
  );
  const data = rows[0]?.data ?? "";
  const places = [...data.matchAll(/(?<!\\)[B-Yb-y](?=[^"]*"(?:[^"]*"[^"]*")*[^"]*$)/g)].map(({ index }) => index);
  const place = places[draw.below(places.length)] ?? 0;
  const flipped = String.fromCharCode(data.charCodeAt(place) ^ 1);
  yield* run("update tidemark.events set data = $2::json where position = $1", [
    position,
    data.slice(0, place) + flipped + data.slice(place + 1)
  ]);
  return at(position, "leaf", "personal-data");
});

const leafHashAlone: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* run("update tidemark.events set leaf_hash = reverse(leaf_hash) where position = $1", [position]);
  return at(position, "leaf");
});

const leafWithItsData: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* changeColumn(draw, position);
  yield* rehash(position);
  return at(position, "tree", "personal-data");
});

const version: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* run("update tidemark.events set version = version + 1000 where position = $1", [position]);
  if (draw.chance(0.5)) return at(position, "leaf");
  yield* rehash(position);
  return at(position, "stream-version");
});

const backDated: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* run(
    "update tidemark.events set recorded_at = '2020' || substr(recorded_at, 5), occurred_at = '2020' || substr(occurred_at, 5) where position = $1",
    [position]
  );
  yield* rehash(position);
  return at(position, "tree", "position");
});

const swapped: Mutation = Effect.fnUntraced(function* (draw, world) {
  const first = 1 + draw.below(world.size - 1);
  const second = first + 1 + draw.below(world.size - first);
  yield* run("update tidemark.events set position = -1 where position = $1", [first]);
  yield* run("update tidemark.events set position = $1 where position = $2", [first, second]);
  yield* run("update tidemark.events set position = $1 where position = -1", [second]);
  return at(first, "tree", "stream-version");
});

const deleted: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* run("delete from tidemark.events where position = $1", [position]);
  return at(position, "position");
});

const close = "update tidemark.events set position = position - $2 where position > $1";

const gapClosed: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* run("delete from tidemark.events where position = $1", [position]);
  yield* run(close, [position, 1_000_001]);
  yield* run("update tidemark.events set position = position + 1000000 where position < 0");
  yield* run("update tidemark.log_head set position = position - 1");
  return at(position, "tree", "stream-version", "position", "checkpoint");
});

const tail: Mutation = Effect.fnUntraced(function* (draw, world) {
  const left = draw.below(world.size);
  yield* run("delete from tidemark.events where position > $1", [left]);
  if (draw.chance(0.7)) yield* run("update tidemark.log_head set position = $1", [left]);
  return at(left + 1, "position", "checkpoint");
});

/** A tail that is cut so that nothing is left of it, below what somebody kept a checkpoint of. */
const tailWithTree: Mutation = Effect.fnUntraced(function* (draw, world) {
  const left = draw.below(world.kept);
  yield* run("delete from tidemark.events where position > $1", [left]);
  yield* run("update tidemark.log_head set position = $1", [left]);
  yield* rebuildTree;
  return { from: 1, to: world.kept, parts: ["checkpoint", "tile"] };
});

const copyOf = `insert into tidemark.events
  (position, version, stream, id, type, occurred_at, recorded_at, actor_type, actor_id, client_id, authorization_id,
   subject_did, request_id, causation_id, correlation_id, outcome, reason, data, leaf_hash)
  select $2, 1, 'client-inserted', gen_random_uuid(), type, occurred_at, recorded_at, actor_type, actor_id, client_id,
    authorization_id, subject_did, request_id, causation_id, correlation_id, outcome, reason, data, leaf_hash
  from tidemark.events where position = $1`;

const inserted: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = draw.pick([0, world.size + 1, world.size + 1 + draw.below(1_000), -draw.below(1_000)]);
  yield* run(copyOf, [anyPosition(draw, world), position]);
  return position < 1 ? at(position, "position") : at(world.size + 1, "position");
});

const insertedBetween: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = anyPosition(draw, world);
  yield* run("update tidemark.events set position = -position where position >= $1", [position]);
  yield* run("update tidemark.events set position = 1 - position where position < 0");
  yield* run(copyOf, [draw.chance(0.5) ? position + 1 : world.size + 1, position]);
  yield* run("update tidemark.log_head set position = position + 1");
  yield* rehash(position);
  return at(position, "tree");
});

/** Changes an event and everything that would show it, except what somebody kept elsewhere. */
const rewritten: Mutation = Effect.fnUntraced(function* (draw, world) {
  const position = 1 + draw.below(world.kept);
  yield* changeColumn(draw, position);
  yield* rehash(position);
  yield* rebuildTree;
  return { from: position, to: world.kept, parts: ["checkpoint", "personal-data"] };
});

const randomHash = (draw: Draw) => Uint8Array.from({ length: 32 }, () => draw.below(256));

/** A second checkpoint of a size, validly signed. */
const forked: Mutation = Effect.fnUntraced(function* (draw, world) {
  const size = world.checkpoints[draw.below(world.checkpoints.length)] ?? world.size;
  yield* forgeCheckpoint(size, randomHash(draw));
  return at(size, "checkpoint");
});

const checkpointEdits: ReadonlyArray<readonly [sql: string, ...parts: ReadonlyArray<Part>]> = [
  ["update tidemark.log_checkpoints set root_hash = sha256(root_hash) where size = $1", "checkpoint"],
  ["update tidemark.log_checkpoints set origin = origin || 'x' where size = $1", "checkpoint"],
  ["update tidemark.log_checkpoints set note = replace(note, 'com/log', 'org/log') where size = $1", "checkpoint"],
  ["update tidemark.log_checkpoints set note = left(note, 40) where size = $1", "checkpoint"],
  [
    "update tidemark.log_checkpoints set note = regexp_replace(note, E'\\n[0-9]+\\n', E'\\n7\\n') where size = $1",
    "signature"
  ],
  [
    "update tidemark.log_checkpoints c set note = (select n.note from tidemark.log_checkpoints n where n.size <> c.size limit 1) where size = $1",
    "checkpoint"
  ]
];

const checkpointEdited: Mutation = Effect.fnUntraced(function* (draw, world) {
  const size = world.checkpoints[draw.below(world.checkpoints.length)] ?? world.size;
  const [statement = "", ...parts] = checkpointEdits[draw.below(checkpointEdits.length)] ?? [];
  yield* run(statement, [size]);
  return at(size, ...parts);
});

const checkpointDeleted: Mutation = Effect.fnUntraced(function* (draw, world) {
  const size = draw.pick([world.kept, world.size]);
  yield* run("delete from tidemark.log_checkpoints where size = $1", [size]);
  return size === world.kept ? at(size, "checkpoint") : { from: 1, to: world.size, parts: ["tile"] };
});

const tileEdits: readonly [string, ...ReadonlyArray<string>] = [
  "update tidemark.log_tiles set hashes = set_bit(hashes, $3, 1 - get_bit(hashes, $3)) where level = $1 and tile = $2",
  "update tidemark.log_tiles set hashes = substring(hashes from 33) where level = $1 and tile = $2 and $3 >= 0",
  "update tidemark.log_tiles set hashes = hashes || sha256(hashes) where level = $1 and tile = $2 and length(hashes) < 8192 and $3 >= 0",
  "delete from tidemark.log_tiles where level = $1 and tile = $2 and $3 >= 0",
  "insert into tidemark.log_tiles (level, tile, hashes) select level + 1, tile + 1, hashes from tidemark.log_tiles where level = $1 and tile = $2 and $3 >= 0"
];

const tileEdited: Mutation = Effect.fnUntraced(function* (draw, world) {
  const partial = { level: 0, tile: Math.floor(world.size / 256) };
  const { level, tile } = draw.pick([partial, { level: 1, tile: 0 }]);
  const statement = draw.pick(tileEdits);
  yield* run(statement, [level, tile, draw.below(level === 1 ? 256 : (world.size % 256) * 256)]);
  return { from: 1, to: world.size + 1, parts: ["tile"] };
});

const projectionEdits: readonly [string, ...ReadonlyArray<string>] = [
  "delete from tidemark.lookups where key = (select key from tidemark.lookups offset $1 % (select count(*) from tidemark.lookups) limit 1)",
  "update tidemark.lookups set stream = 'client-elsewhere' where key = (select key from tidemark.lookups offset $1 % (select count(*) from tidemark.lookups) limit 1)",
  "update tidemark.authorizations set scope = scope || ' more' where authorization_id = (select authorization_id from tidemark.authorizations offset $1 % (select count(*) from tidemark.authorizations) limit 1)",
  "delete from tidemark.authorizations where authorization_id = (select authorization_id from tidemark.authorizations offset $1 % (select count(*) from tidemark.authorizations) limit 1)",
  "delete from tidemark.open_writes where stream = (select stream from tidemark.open_writes offset $1 % (select count(*) from tidemark.open_writes) limit 1)",
  "insert into tidemark.lookups (kind, key, stream) values ('invented', $1::text, 'client-invented')",
  "update tidemark.audit_entries set outcome = 'failure', reason = 'invented' where position = 1 + $1 % (select max(position) from tidemark.audit_entries)",
  "delete from tidemark.audit_entries where position = 1 + $1 % (select max(position) from tidemark.audit_entries)",
  "update tidemark.activity set failures = failures + 1 where unit = case when $1 % 2 = 0 then 'hour' else 'minute' end"
];

const projectionEdited: Mutation = Effect.fnUntraced(function* (draw, world) {
  yield* run(draw.pick(projectionEdits), [draw.below(1_000_000)]);
  return at(world.size, "projection");
});

/** Every kind of edit, by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  bit,
  column,
  leafHashAlone,
  leafWithItsData,
  version,
  backDated,
  swapped,
  deleted,
  gapClosed,
  tail,
  tailWithTree,
  inserted,
  insertedBetween,
  rewritten,
  forked,
  checkpointEdited,
  checkpointDeleted,
  tileEdited,
  projectionEdited,
  ...personalMutations,
  ...archivedMutations
};
