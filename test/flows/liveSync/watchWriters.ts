import { Client } from "pg";
import { tableName } from "../../../src/adapters/postgres/record/sql/sqlNames.ts";
import { statuses } from "./collections.ts";

/** A change of what live sync stores, by the process whose session made it. */
export interface StoredChange {
  readonly process: string;
  readonly what: "cursor" | "record";
}

const install = `
  create schema watched;
  create table watched.changes (id bigint generated always as identity, process text, what text);
  create function watched.note() returns trigger language plpgsql security definer as $$
  begin
    insert into watched.changes (process, what) values (current_setting('tidemark.process', true), tg_argv[0]);
    return null;
  end $$;
  grant usage on schema watched to public;
  create trigger watched after insert or update on tidemark.sync_cursors
    for each row execute function watched.note('cursor');
  create trigger watched after insert or update on tidemark_records."${tableName(statuses)}"
    for each row execute function watched.note('record');
`;

/** Notes from now on, in the order of the commits of each table's rows, which process stores cursors and records. */
export const watchWriters = async (
  databaseUrl: string
): Promise<{ readonly changes: () => Promise<ReadonlyArray<StoredChange>>; readonly stop: () => Promise<void> }> => {
  const client = new Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(install);
  return {
    changes: async () =>
      (await client.query<StoredChange>("select process, what from watched.changes order by id")).rows,
    stop: () => client.end()
  };
};
