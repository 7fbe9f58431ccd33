import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { verifyLog } from "../../src/application/verify/verifyLog.ts";
import { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { parseVerifierKey } from "../../src/domain/transparency/VerifierKey.ts";
import { Draw } from "../simulator/Draw.ts";
import { testKey } from "../support/sealLog.ts";
import { fillLog, storyLength } from "./logOfStories.ts";
import type { World } from "./Mutation.ts";
import { mutations } from "./mutations.ts";

/** The tables that edits change. */
const tables = [
  "events",
  "archived_events",
  "log_head",
  "log_checkpoints",
  "log_tiles",
  "log_keys",
  "lookups",
  "authorizations",
  "unredeemed_codes",
  "open_writes",
  "pending_revocations",
  "reports",
  "audit_entries",
  "activity",
  "audit_progress",
  "subjects"
];

/** Enough for a full tile and a partial one on two levels. */
const stories = 27;

/** A database whose owner edits it, and the checkpoint that somebody kept. */
export interface Campaign {
  readonly world: World;
  readonly key: string;
  readonly kept: string;
}

/** Fills the log of a migrated database, switches its triggers and checks off and keeps a copy of every table. */
export const startCampaign = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql`create schema kept`;
  const erasedAt = yield* fillLog(stories);
  for (const table of tables) {
    yield* sql.unsafe(`alter table tidemark.${table} disable trigger all`);
    yield* sql.unsafe(`create table kept.${table} as table tidemark.${table}`);
  }
  for (const name of ["log_tiles_hashes_check", "log_tiles_level_check", "log_tiles_tile_check"])
    yield* sql.unsafe(`alter table tidemark.log_tiles drop constraint if exists ${name}`);
  const checkpoints = yield* (yield* SealedTree).checkpoints(0, 1_000);
  const kept = checkpoints[Math.floor(stories / 2)];
  return {
    world: {
      size: stories * storyLength + 1,
      checkpoints: checkpoints.map(({ size }) => size),
      kept: kept?.size ?? 0,
      erasedAt
    },
    key: yield* testKey,
    kept: kept?.note ?? ""
  } satisfies Campaign;
});

/** Brings every table back to what it was before the edits. */
export const restore = Effect.flatMap(SqlClient, (sql) =>
  sql.withTransaction(
    Effect.forEach(
      tables,
      (table) => sql.unsafe(`delete from tidemark.${table}; insert into tidemark.${table} table kept.${table}`),
      { discard: true }
    )
  )
);

/** Verifies the database against itself and the kept checkpoint. */
export const verifyEdited = ({ kept, key }: Campaign) =>
  verifyLog({
    keys: [Either.getOrThrow(parseVerifierKey(key))],
    older: [kept],
    requiresArchives: false,
    skewMs: 300_000,
    progress: () => Effect.void
  });

const names = Object.keys(mutations);

/** Makes the edit that a seed names. Returns its name and where it must be found. */
export const edit = Effect.fnUntraced(function* (seed: number, { world }: Campaign) {
  const draw = new Draw(seed);
  const name = names[seed % names.length] ?? "";
  const mutation = mutations[name] ?? Effect.dieMessage("there is no edit");
  const expected = yield* Effect.isEffect(mutation) ? mutation : mutation(draw, world);
  return { name, expected };
});
