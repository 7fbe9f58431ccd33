import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import type { Mutation } from "./Mutation.ts";

const moved = Effect.fnUntraced(function* (position: number, archive: number, leafHash: string) {
  const sql = yield* SqlClient;
  yield* sql.unsafe(
    `insert into tidemark.archived_events (position, version, archive, class, stream, leaf_hash)
     select position, version, $2, 'access', stream, ${leafHash} from tidemark.events where position = $1`,
    [position, archive]
  );
  yield* sql`delete from tidemark.events where position = ${position}`;
});

/** An event is marked as archived, so that its details are gone, and no event of the log names an archive. */
const markedAsArchived: Mutation = Effect.fnUntraced(function* (draw, { size }) {
  const position = 1 + draw.below(size);
  yield* moved(position, 1 + draw.below(9), "leaf_hash");
  return { from: position, to: position, parts: ["leaf"] };
});

/** The same, with another leaf hash. */
const archivedWithAnotherLeaf: Mutation = Effect.fnUntraced(function* (draw, { size }) {
  const position = 1 + draw.below(size);
  yield* moved(position, 1, draw.chance(0.5) ? "'short'" : "reverse(leaf_hash)");
  return { from: position, to: position, parts: ["leaf", "tree"] };
});

/** Something is kept of an archived event that is also in the log. */
const keptTwice: Mutation = Effect.fnUntraced(function* (draw, { size }) {
  const sql = yield* SqlClient;
  const position = 1 + draw.below(size);
  yield* sql`insert into tidemark.archived_events (position, version, archive, class, stream, leaf_hash)
    select position, version, 1, 'writes', stream, leaf_hash from tidemark.events where position = ${position}`;
  return { from: size + 1, to: size + 1, parts: ["position"] };
});

/** Edits of what is kept of archived events. */
export const archivedMutations: Readonly<Record<string, Mutation>> = {
  markedAsArchived,
  archivedWithAnotherLeaf,
  keptTwice
};
