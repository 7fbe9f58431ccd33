import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { Draw } from "../simulator/Draw.ts";
import { at, type Mutation, run, type World } from "./Mutation.ts";

const rowsOf = <Row extends object>(statement: string, parameters: ReadonlyArray<unknown> = []) =>
  Effect.flatMap(SqlClient, (sql) => sql.unsafe<Row>(statement, parameters));

const positionsOf = (statement: string, parameters: ReadonlyArray<unknown> = []) =>
  Effect.map(rowsOf<{ position: number }>(statement, parameters), (rows) => rows.map(({ position }) => position));

/** Of an erased person, whose key is deleted, nothing can be opened any longer, and nobody can tell what was changed. */
const openEvents = `
  select position from tidemark.events e where personal is not null and not exists (
    select from json_array_elements(personal->'groups') g
    where g->>'subject' not in (select id from tidemark.subjects))`;

const oneOf = (draw: Draw, positions: ReadonlyArray<number>): number => positions[draw.below(positions.length)] ?? 0;

const personalPosition = (draw: Draw, more = "") =>
  Effect.map(positionsOf(`${openEvents} ${more} order by position`), (positions) => oneOf(draw, positions));

/** Flips the lowest bit of one letter of the column: of a ciphertext, a pseudonym, a place, or a name of a member. */
const personalBit: Mutation = Effect.fnUntraced(function* (draw) {
  const position = yield* personalPosition(draw);
  const [row] = yield* rowsOf<{ personal: string }>(
    "select personal::text as personal from tidemark.events where position = $1",
    [position]
  );
  const text = row?.personal ?? "";
  const places = [...text.matchAll(/[B-Yb-y]/g)].map(({ index }) => index);
  const place = places[draw.below(places.length)] ?? 0;
  const flipped = String.fromCharCode(text.charCodeAt(place) ^ 1);
  yield* run("update tidemark.events set personal = $2::json where position = $1", [
    position,
    text.slice(0, place) + flipped + text.slice(place + 1)
  ]);
  return at(position, "personal-data");
});

/** Flips a bit of a ciphertext, its nonce or its tag. */
const sealedBit: Mutation = Effect.fnUntraced(function* (draw) {
  const position = yield* personalPosition(draw);
  const [row] = yield* rowsOf<{ sealed: string }>(
    "select personal#>>'{groups,0,sealed}' as sealed from tidemark.events where position = $1",
    [position]
  );
  const sealed = row?.sealed ?? "";
  const bytes = Buffer.from(sealed, "base64url");
  const place = draw.below(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ (1 << draw.below(8));
  yield* run("update tidemark.events set personal = replace(personal::text, $2, $3)::json where position = $1", [
    position,
    sealed,
    bytes.toString("base64url")
  ]);
  return at(position, "personal-data");
});

const personalSwapped: Mutation = Effect.fnUntraced(function* (draw) {
  const first = yield* personalPosition(draw);
  const second = yield* personalPosition(draw, `and position <> ${first}`);
  yield* run(
    `update tidemark.events e set personal = o.personal from tidemark.events o
     where e.position in ($1, $2) and o.position in ($1, $2) and e.position <> o.position`,
    [first, second]
  );
  return at(Math.min(first, second), "personal-data");
});

const removals: readonly [string, ...ReadonlyArray<string>] = [
  "null",
  "jsonb_set(personal::jsonb, '{groups}', '[]')::json",
  "(personal::jsonb #- '{groups,0}')::json",
  "(personal::jsonb #- '{groups,0,places,0}')::json",
  "(personal::jsonb #- '{groups,0,sealed}')::json",
  "(personal::jsonb - 'subject')::json",
  "(personal::jsonb - 'groups')::json",
  "'[]'",
  `'"x"'`
];

const personalRemoved: Mutation = Effect.fnUntraced(function* (draw) {
  const removal = draw.pick(removals);
  const position = yield* personalPosition(draw, "and personal->>'subject' is not null");
  yield* run(`update tidemark.events set personal = ${removal} where position = $1`, [position]);
  return at(position, "personal-data");
});

const additions: readonly [string, ...ReadonlyArray<string>] = [
  "jsonb_set(personal::jsonb, '{groups}', (personal->'groups')::jsonb || (personal->'groups')::jsonb)::json",
  "jsonb_insert(personal::jsonb, '{groups,0,places,0,pointers,0}', '\"/clientId\"')::json",
  'jsonb_insert(personal::jsonb, \'{groups,0,places,0}\', \'{"kind":"did","pointers":["/reason"]}\')::json',
  "jsonb_set(personal::jsonb, '{uri}', '\"somewhere\"')::json",
  "jsonb_set(personal::jsonb, '{subject}', '\"somebody\"')::json"
];

const personalAdded: Mutation = Effect.fnUntraced(function* (draw) {
  const addition = draw.pick(additions);
  const position = yield* personalPosition(draw);
  yield* run(`update tidemark.events set personal = ${addition} where position = $1`, [position]);
  return at(position, "personal-data");
});

/** An event is attributed to another person, or to one whom the log does not know. */
const otherPerson: Mutation = Effect.fnUntraced(function* (draw) {
  const position = yield* personalPosition(draw);
  const other = draw.chance(0.7)
    ? `(select id from tidemark.subjects where id <> personal#>>'{groups,0,subject}' order by id offset ${draw.below(5)} limit 1)`
    : "'AAAAAAAAAAAAAAAAAAAAAA'::text";
  yield* run(
    `update tidemark.events set personal =
       replace(personal::text, to_json(personal#>>'{groups,0,subject}')::text, to_json(${other})::text)::json
     where position = $1`,
    [position]
  );
  return at(position, "personal-data");
});

/** The values of another event of the same person, as they were once stored there. */
const personalReplayed: Mutation = Effect.fnUntraced(function* (draw) {
  const from = yield* personalPosition(
    draw,
    "and personal->>'subject' in (select personal->>'subject' from tidemark.events group by 1 having count(*) > 1)"
  );
  const positions = yield* positionsOf(
    `${openEvents} and position <> $1 and personal->>'subject' =
       (select personal->>'subject' from tidemark.events where position = $1) order by position`,
    [from]
  );
  const position = oneOf(draw, positions);
  yield* run(
    `update tidemark.events e set personal = jsonb_set(e.personal::jsonb, '{groups}', (o.personal->'groups')::jsonb)::json
     from tidemark.events o where e.position = $2 and o.position = $1`,
    [from, position]
  );
  return at(position, "personal-data");
});

const subjects = Effect.map(rowsOf<{ id: string }>("select id from tidemark.subjects order by id"), (rows) =>
  rows.map(({ id }) => id)
);

/** The first event with values of one of these persons. */
const firstOf = (ids: ReadonlyArray<string>) =>
  Effect.map(
    positionsOf(
      `select min(position) as position from tidemark.events, json_array_elements(personal->'groups') g
       where g->>'subject' = any($1)`,
      [ids]
    ),
    ([position = 0]) => position
  );

const keyDeleted: Mutation = Effect.fnUntraced(function* (draw) {
  const ids = yield* subjects;
  const id = ids[draw.below(ids.length)] ?? "";
  yield* run("delete from tidemark.subjects where id = $1", [id]);
  return at(yield* firstOf([id]), "personal-data");
});

const swaps: readonly [string, ...ReadonlyArray<string>] = ["sealed_key = o.sealed_key", "did = o.did"];

/** Two persons get the key or the name of each other. */
const keysSwapped: Mutation = Effect.fnUntraced(function* (draw) {
  const ids = yield* subjects;
  const first = draw.below(ids.length - 1);
  const pair = [ids[first] ?? "", ids[first + 1 + draw.below(ids.length - first - 1)] ?? ""];
  yield* run("alter table tidemark.subjects drop constraint if exists subjects_did_key");
  yield* run(
    `update tidemark.subjects s set ${draw.pick(swaps)} from tidemark.subjects o
     where s.id = any($1) and o.id = any($1) and s.id <> o.id`,
    [pair]
  );
  return at(yield* firstOf(pair), "personal-data");
});

const keyEdits: readonly [string, ...ReadonlyArray<string>] = [
  "sealed_key = set_bit(sealed_key, $2, 1 - get_bit(sealed_key, $2))",
  "sealed_key = substring(sealed_key from 2 + $2 % 4)",
  "id = id || $2::text",
  "did = did || $2::text"
];

const keyEdited: Mutation = Effect.fnUntraced(function* (draw) {
  const ids = yield* subjects;
  const id = ids[draw.below(ids.length)] ?? "";
  yield* run(`update tidemark.subjects set ${draw.pick(keyEdits)} where id = $1`, [id, draw.below(256)]);
  return at(yield* firstOf([id]), "personal-data");
});

/** Somebody kept the key of a person from before the erasure. */
const keyReturned: Mutation = (_draw, { erasedAt }: World) =>
  Effect.as(run("insert into tidemark.subjects table kept.erased_subject"), at(erasedAt, "personal-data"));

/** Edits of what lies outside the leaves of events about people. */
export const personalMutations: Readonly<Record<string, Mutation>> = {
  personalBit,
  sealedBit,
  personalSwapped,
  personalRemoved,
  personalAdded,
  otherPerson,
  personalReplayed,
  keyDeleted,
  keysSwapped,
  keyEdited,
  keyReturned
};
