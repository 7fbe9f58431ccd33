import { SqlClient } from "@effect/sql/SqlClient";
import * as Effect from "effect/Effect";
import { createShadows, type ShadowPlace, shadowedTables } from "./projectionShadows.ts";

/** A schema of its own, whose tables can take the place of the live ones. */
export const shadowSchema: ShadowPlace = {
  schema: "tidemark_shadow",
  createTable: (table) =>
    `create table tidemark_shadow.${table} (like tidemark.${table} including all excluding indexes)`
};

const { schema } = shadowSchema;

const isShadowed = `relnamespace = 'tidemark'::regnamespace and relname = any('{${shadowedTables.join(",")}}'::name[])`;

/** Gives the shadows the storage parameters and the grants of the live tables. */
const copyProperties = `
do $$ declare live record; begin
  for live in select relname, array_to_string(reloptions, ', ') as parameters from pg_class
    where ${isShadowed} and reloptions is not null
  loop execute format('alter table ${schema}.%I set (%s)', live.relname, live.parameters); end loop;
  for live in select relname, rolname, privilege_type from pg_class
    cross join lateral aclexplode(relacl) as acl join pg_roles on pg_roles.oid = acl.grantee
    where ${isShadowed} and acl.grantee <> relowner
  loop execute format('grant %s on ${schema}.%I to %I', live.privilege_type, live.relname, live.rolname); end loop;
end $$`;

/** Creates the schema with empty tables. A schema that an interrupted rebuild left is dropped. */
export const createShadowSchema = Effect.gen(function* () {
  const sql = yield* SqlClient;
  yield* sql.unsafe(`drop schema if exists ${schema} cascade`);
  yield* sql.unsafe(`create schema ${schema}`);
  yield* createShadows(shadowSchema);
  yield* sql.unsafe(copyProperties);
});

/** Creates the triggers of the live tables, which processes of an older version rely on. */
const copyTriggers = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const triggers = yield* sql.unsafe<{ definition: string }>(`
    select pg_get_triggerdef(t.oid) as definition from pg_trigger t join pg_class on pg_class.oid = t.tgrelid
    where ${isShadowed} and not t.tgisinternal`);
  yield* Effect.forEach(
    triggers,
    ({ definition }) => sql.unsafe(definition.replace(" ON tidemark.", ` ON ${schema}.`)),
    { discard: true }
  );
});

/** Creates the indexes and triggers of the live tables, under the same names, and collects statistics for the planner. */
export const indexShadows = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const indexes = yield* sql.unsafe<{ definition: string }>(`
    select pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class on pg_class.oid = i.indrelid
    where ${isShadowed} and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`);
  yield* Effect.forEach(
    indexes,
    ({ definition }) => sql.unsafe(definition.replace(" ON tidemark.", ` ON ${schema}.`)),
    { discard: true }
  );
  yield* copyTriggers;
  yield* Effect.forEach(shadowedTables, (table) => sql.unsafe(`analyze ${schema}.${table}`), { discard: true });
});

/** Waits a moment for everybody who uses the live tables, and keeps out the next ones. Nobody notices a wait this short. */
export const lockLiveTables = `
set local lock_timeout = '250ms';
lock table ${shadowedTables.map((table) => `tidemark.${table}`).join(", ")} in access exclusive mode`;

/** Puts the shadows in the place of the live tables, and drops these. */
export const replaceLiveTables = [
  ...shadowedTables.flatMap((table) => [
    `drop table tidemark.${table}`,
    `alter table ${schema}.${table} set schema tidemark`
  ]),
  `drop schema ${schema} cascade`
].join(";\n");
