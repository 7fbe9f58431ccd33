import { SqlClient } from "@effect/sql/SqlClient";
import type { SqlError } from "@effect/sql/SqlError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { traced } from "../../../domain/failure/traced.ts";

const role = "tidemark_app";

interface Rights {
  readonly exists: boolean;
  readonly usable: boolean;
  readonly granted: boolean;
  readonly creator: boolean;
}

const rights: Effect.Effect<Rights, SqlError, SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient;
  const [row] = yield* sql<Rights>`
    select app.oid is not null as exists,
      coalesce(me.rolsuper or pg_has_role(me.oid, app.oid,
        case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end), false) as usable,
      coalesce(has_table_privilege(app.oid, to_regclass('tidemark.events'), 'select'), false) as granted,
      me.rolsuper or me.rolcreaterole as creator
    from pg_roles me left join pg_roles app on app.rolname = ${role} where me.rolname = session_user`;
  return row ?? { exists: false, usable: false, granted: false, creator: false };
});

/**
 * Creates the role. Roles belong to the server, so another database may create it at the same moment, and this user may not
 * be allowed to act as one that another user created.
 */
const createRole = `
do $$ begin
  create role ${role} nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not (select rolsuper from pg_roles where rolname = session_user) then
    execute format('grant ${role} to %I', session_user);
  end if;
exception when insufficient_privilege then null;
end $$`;

/** Grants everything except changing the log: events can be read, and added only by the function. */
const grants = `
grant usage, create on schema tidemark to ${role};
do $$ declare owned regclass; begin
  for owned in select oid from pg_class
    where relnamespace = 'tidemark'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S')
      and pg_has_role(current_user, relowner, 'usage') and relowner <> '${role}'::regrole
  loop execute format('grant all on %s to ${role}', owned); end loop;
  for owned in select oid from pg_class
    where relnamespace = 'tidemark_records'::regnamespace and relkind = 'S'
      and pg_has_role(current_user, relowner, 'usage') and relowner <> '${role}'::regrole
  loop execute format('grant usage on sequence %s to ${role}', owned); end loop;
end $$;
revoke all on tidemark.events, tidemark.archived_events, tidemark.log_head, tidemark.migrations from ${role};
grant select on tidemark.events, tidemark.archived_events, tidemark.log_head, tidemark.migrations to ${role};
grant execute on function tidemark.append_events to ${role};
grant execute on function tidemark.append_personal to ${role};
grant execute on function tidemark.commit_units to ${role};
grant execute on function tidemark.archive_events to ${role};
grant execute on function tidemark.lock_log to ${role};
grant execute on function tidemark.open_subjects to ${role};
grant execute on function tidemark.drop_abandoned_rebuild to ${role};
`;

/** Makes the role the owner of the tables of records, their sequences and their triggers, which it alters when Lexicons are imported. */
const ownership = `
alter schema tidemark_records owner to ${role};
do $$ declare owned regclass; begin
  for owned in select oid from pg_class
    where relnamespace = 'tidemark_records'::regnamespace and relkind in ('r', 'p') and relowner <> '${role}'::regrole
  loop execute format('alter table %s owner to ${role}', owned); end loop;
end $$;
do $$ declare owned regclass; begin
  for owned in select oid from pg_class c
    where relnamespace = 'tidemark_records'::regnamespace and relkind = 'S' and relowner <> '${role}'::regrole
      and not exists (select from pg_depend where objid = c.oid and refobjsubid > 0 and deptype in ('a', 'i'))
  loop execute format('alter sequence %s owner to ${role}', owned); end loop;
end $$;
do $$ declare owned regprocedure; begin
  for owned in select oid from pg_proc
    where pronamespace = 'tidemark_records'::regnamespace and prorettype = 'trigger'::regtype and proowner <> '${role}'::regrole
  loop execute format('alter function %s owner to ${role}', owned); end loop;
end $$;
`;

/**
 * Creates the role that the service acts as, if the database user may, and grants it everything except changing events. It
 * runs after the migrations, in their transaction. `changed` says that there are tables without a grant.
 */
export const grantAppRole = traced("grantAppRole")(function* (changed: boolean) {
  const sql = yield* SqlClient;
  const before = yield* rights;
  if (before.granted && !changed) return;
  if (!before.exists && !before.creator)
    return yield* Effect.logInfo(
      `The database user may not create the role ${role}: the service acts as the owner of its tables`
    );
  if (before.creator && !(before.exists && before.usable)) yield* sql.unsafe(createRole);
  yield* sql.unsafe(grants);
  const { usable } = yield* rights;
  if (usable) return yield* sql.unsafe(ownership);
  yield* Effect.logInfo(
    `The database user may not act as the role ${role}: the service acts as the owner of its tables`
  );
});

/** The role for the `role` option of `PostgresClient`; none if it does not exist or the database user may not act as it. */
export const availableAppRole: Effect.Effect<Option.Option<string>, SqlError, SqlClient> = Effect.map(
  rights,
  ({ exists, usable, granted }) => (exists && usable && granted ? Option.some(role) : Option.none())
);
