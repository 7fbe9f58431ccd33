import { indexName, quoteName, quoteText } from "../sql/sqlNames.ts";
import type { RecordTable } from "./RecordTable.ts";

const ids = ({ lists }: RecordTable): string => lists.map(({ id }) => `(${id}::bigint)`).join(", ");

const linksIn = ({ lists }: RecordTable, paths: string): string => {
  const keys = lists.map(({ key, id }) => `(${quoteText(key)}, ${id}::bigint)`).join(", ");
  return `select k.path, l.target collate "C" as target from (values ${keys}) k (key, path)
      cross join lateral jsonb_array_elements_text(${paths} -> k.key) l (target)`;
};

/**
 * The trigger function that copies a change of one row. Each of its statements sees what was committed while the row was
 * locked, which a single statement would not. Scans of the table are off, because the statements may be planned while the
 * table is small.
 */
const syncListsFunction = (table: RecordTable): string =>
  `create or replace function ${table.listsSql}() returns trigger language plpgsql
  set enable_seqscan to off set enable_hashjoin to off set enable_mergejoin to off as ${quoteText(syncListsBody(table))}`;

const syncListsBody = (table: RecordTable): string => `begin
  if tg_op <> 'INSERT' then
    delete from ${table.listsSql} r
      using (${linksIn(table, "old.paths")} except ${linksIn(table, "new.paths")}) gone
      where r.path = gone.path and r.target = gone.target and r.uri = old.uri;
  end if;
  if tg_op <> 'DELETE' then
    insert into ${table.listsSql} as r (path, target, uri, indexed_at)
      select l.path, l.target, new.uri, new.indexed_at from (${linksIn(table, "new.paths")}) l
      on conflict (path, target, uri) do update set indexed_at = excluded.indexed_at
      where r.indexed_at <> excluded.indexed_at;
  end if;
  return null;
end`;

/** The triggers, which fire only for rows that have a reference in a list. */
const triggers = (table: RecordTable): ReadonlyArray<string> => {
  const keys = `array[${table.lists.map(({ key }) => quoteText(key)).join(", ")}]`;
  const when: Readonly<Record<string, string>> = {
    insert: `new.paths ?| ${keys}`,
    update: `old.paths ?| ${keys} or new.paths ?| ${keys}`,
    delete: `old.paths ?| ${keys}`
  };
  return Object.entries(when).map(
    ([event, condition]) =>
      `create or replace trigger ${quoteName(`keep_lists_on_${event}`)} after ${event} on ${table.sql} for each row
        when (${condition}) execute function ${table.listsSql}()`
  );
};

/**
 * Returns the statements that create the table of references in lists, unless it exists, and the triggers that keep it up to
 * date in the transaction of every change. Its key finds the records of one author that refer to a target, because an
 * address begins with its author. Its index finds all such records, in the order of a page.
 */
export const makeLists = (table: RecordTable): ReadonlyArray<string> => {
  const order = "path, target, indexed_at desc, uri desc";
  return [
    `create table if not exists ${table.listsSql} (path bigint not null, target text collate "C" not null,
      uri text collate "C" not null, indexed_at bigint not null, primary key (path, target, uri))`,
    `create index if not exists ${quoteName(indexName(table.listsSql, order))} on ${table.listsSql} (${order})`,
    syncListsFunction(table),
    ...triggers(table)
  ];
};

/** Returns the statement that deletes the references of lists that the Lexicon no longer has. No trigger adds them again. */
export const deleteObsoleteLists = (table: RecordTable): string =>
  `delete from ${table.listsSql} where path not in (values ${ids(table)})`;
