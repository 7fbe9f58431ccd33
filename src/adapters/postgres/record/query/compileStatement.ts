/**
 * The compiler of queries. `compileStatement` turns a `RecordQuery` into one SQL statement, and into writers that make the
 * JSON of its rows. Its terms:
 *
 * - A **level** (`Level`) is the rows for one page, one record or the signed-in user: one branch of the statement's `union
 *   all`. The rows of a level are numbered, and name the row above them by its number, so that no row is repeated for the
 *   rows below it.
 * - A **slot** (`Slot`) is the index of a value in a row. Slots 0 to 2 are the number of the level, the number of the row
 *   above, and the number of the row itself. Slot 3 is the column `c0`, slot 4 is `c1`, and so on.
 * - A **source** (`RecordSource`) is one record in the row of a level: the level's own record, or one that is joined to it. A
 *   selection is compiled for a source, to which it adds the columns that it needs.
 * - A **parent link** (`ParentLink`) ties a level to the level above: an expression over its own rows must equal a slot of a
 *   source above.
 *
 * The aliases in a statement:
 *
 * | alias            | stands for                                                                                   |
 * | ---------------- | -------------------------------------------------------------------------------------------- |
 * | `t`              | a row of a table of records; every column, filter and order is an expression over it          |
 * | `r`              | a row of a level, with the columns of the level's own record                                  |
 * | `j0`, `j1`, …    | the records that are joined to a row of a level                                               |
 * | `p`              | the row of the level above                                                                    |
 * | `l0`, `l1`, …    | the level with that number, as a common table expression; only if it has levels below         |
 * | `l`              | a row of any level, in the branches of the union                                              |
 * | `x`, `r` in `t`  | a reference in a list and the record that holds it, where both together stand for the row `t` |
 *
 * For a page of posts, each with its author's profile and a page of likes, it is (shortened):
 *
 *     with l0 as materialized (
 *       select row_number() over (order by r.c0 desc) as n, 0 as parent, r.c0, r.c1, r.c2, j0.c3
 *       from (select t.indexed_at as c0, t.uri as c1, t.did as c2 from posts t order by t.indexed_at desc limit 20) r
 *       left join lateral (select t.s_name as c3 from profiles t where t.uri = 'at://' || r.c2 || '/…' limit 1) j0 on true)
 *     select 0, l.parent, l.n, l.c0::text, l.c1::text, l.c2::text, l.c3::text from l0 l
 *     union all
 *     select 1, l.parent, l.n, l.c0::text, l.c1::text, null, null
 *     from (
 *       select row_number() over (order by p.n, r.c0 desc) as n, p.n as parent, r.c0, r.c1
 *       from l0 p cross join lateral (select … as c0, … as c1 from likes t where t.r_subject = p.c1 …) r) l
 */
import { Buffer } from "node:buffer";
import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import { formatChangeCursor } from "../../../../domain/record/change/ChangeCursor.ts";
import type {
  Parameter,
  ParameterValue,
  RecordQuery,
  Root,
  ViewerMember
} from "../../../../domain/record/query/RecordQuery.ts";
import { textParameter } from "../../../../domain/record/query/readParameter.ts";
import type { SearchRefused } from "../../../../domain/search/SearchRefused.ts";
import { toByteText } from "../../reads/byteText.ts";
import { ResultRows, type Row, textAt } from "../result/ResultRows.ts";
import { type Member, type Write, writeObject } from "../result/writeJson.ts";
import { refusedSearch } from "../search/refusedSearch.ts";
import { handleSql } from "../sql/operandSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import type { SqlParameters } from "../sql/SqlParameters.ts";
import { schema } from "../sql/sqlNames.ts";
import { emptyTable, type RecordTable } from "../table/RecordTable.ts";
import { versionRows } from "../table/versionRows.ts";
import { compileAggregate } from "./compileAggregate.ts";
import { plainText } from "./compileField.ts";
import { compileNotifications } from "./compileNotifications.ts";
import { compilePage } from "./compilePage.ts";
import { compileSearch } from "./compileSearch.ts";
import { type RecordCompiler, recordCompiler } from "./compileSelection.ts";
import type { Level, RecordSource } from "./Level.ts";
import { ofCollection } from "./referredLevel.ts";
import { Statement, type StatementReader } from "./Statement.ts";

/** A compiled query: at most one statement, and the writer of its result. */
export interface CompiledStatement {
  /** The SQL, which is the same for all parameters; null for a query that needs no rows. */
  readonly text: string | null;
  /** Why the query cannot be run; null if it can. */
  readonly refused: SearchRefused | null;
  readonly bind: SqlParameters["bind"];
  /** Returns the bytes of the result as JSON; null if it is too large. */
  readonly write: (rows: ReadonlyArray<Row>, parameters: ReadonlyArray<ParameterValue>) => Uint8Array | null;
}

/** The number of the row above the rows of the first levels. */
const top = 0;

/**
 * Compiles a query over the tables of the collections that it names. Its result may have up to `maxBytes` bytes. It also
 * reads the hidden records that the `reader` sees.
 */
export const compileStatement = (
  query: RecordQuery,
  table: (nsid: string) => RecordTable,
  blobUrl: BlobUrl,
  maxBytes: number,
  reader: StatementReader
): CompiledStatement => {
  const statement = new Statement(table, reader);
  const compiler = recordCompiler(statement, blobUrl);
  const write = writeObject(
    query.roots.map((root): Member<number> => [root.key, rootWriter(root, statement, compiler)])
  );
  const { text } = statement;
  return {
    text,
    refused: refusedSearch(query, table),
    bind: (parameters) => statement.parameters.bind(parameters),
    write: (rows, parameters) => {
      const result = new ResultRows(rows, parameters, maxBytes);
      const text = write(result, top);
      return result.takes(text.length) ? Buffer.from(text, "latin1") : null;
    }
  };
};

const rootWriter = (root: Root, statement: Statement, compiler: RecordCompiler): Write<number> | string => {
  switch (root._tag) {
    case "PageRoot":
      return compilePage(root.page, statement, null, compiler.selection);
    case "RecordRoot": {
      const level = recordLevel(root.uri, root.collection, statement);
      return onlyRow(level, compiler.selection(root.selection, level.own));
    }
    case "VersionsRoot":
      return versionsWriter(root, statement, compiler);
    case "AnyRecordRoot":
      return firstOf(
        Array.from(root.selections, ([nsid, selection]) => {
          const level = recordLevel(root.uri, nsid, statement);
          return onlyRow(level, compiler.selection(selection, level.own));
        })
      );
    case "AggregateRoot":
      return compileAggregate(root.aggregate, statement);
    case "NotificationsRoot":
      return compileNotifications(root.page, statement, compiler.selection);
    case "SearchRoot":
      return compileSearch(root.search, statement, compiler.selection);
    case "ViewerRoot":
      return root.did ? viewerWriter(root.did, root.members, statement, compiler) : "null";
    case "ChangeCursorRoot":
      return cursorWriter(statement);
    case "TypenameRoot":
      return JSON.stringify(root.name);
  }
};

/** The head of the change log is read in the snapshot of the statement, which sees exactly the commits up to it. */
const cursorWriter = (statement: Statement): Write<number> => {
  const level = statement.level(emptyTable(""), null);
  const epoch = level.column(level.own, "t.epoch");
  const commit = level.column(level.own, "t.commit");
  level.rows = (columns) => `(select ${columns} from ${schema}.change_head t)`;
  return onlyRow(level, (_, row) =>
    JSON.stringify(
      formatChangeCursor({ epoch: textAt(row, epoch) ?? "", commit: Number(textAt(row, commit)), n: null })
    )
  );
};

/** The versions are the rows of a level, with the columns that they would have if they were stored. */
const versionsWriter = (
  { collection, selection, versions }: Extract<Root, { readonly _tag: "VersionsRoot" }>,
  statement: Statement,
  compiler: RecordCompiler
): Write<number> => {
  const level = statement.level(statement.table(collection), null);
  const { table } = level.own;
  const rows = statement.parameters.rows(versions, (texts) => versionRows(table, texts));
  level.rows = (columns) =>
    `(select ${columns}, t.ordinality as o from json_populate_recordset(null::${table.sql}, ${rows}) with ordinality t)`;
  level.order = "r.o";
  const write = compiler.selection(selection, level.own);
  // A level without columns would have no select list.
  level.column(level.own, "t.uri");
  return (result, above) =>
    `[${result
      .below(level.index, above)
      .map((row) => JSON.stringify(write(result, row)))
      .join(",")}]`;
};

const recordLevel = (parameter: Parameter, nsid: Nsid, statement: Statement): Level => {
  const level = statement.level(statement.table(nsid), null);
  const uri = statement.parameters.value(parameter, "string");
  const record = rowsSql(level.own.table, [ofCollection(uri, nsid), `t.uri = ${uri}`]);
  level.rows = (columns) => `(select ${columns} from ${record})`;
  return level;
};

/** Returns what the first writer writes that does not write `null`. */
const firstOf =
  (writers: ReadonlyArray<Write<number>>): Write<number> =>
  (result, above) => {
    for (const write of writers) {
      const text = write(result, above);
      if (text !== "null") return text;
    }
    return "null";
  };

const onlyRow =
  (level: Level, write: Write<Row>): Write<number> =>
  (result, above) => {
    const [row] = result.below(level.index, above);
    return row ? write(result, row) : "null";
  };

/** The viewer is a row with a DID, like an author. It is added only if a member needs a lookup. */
const viewerWriter = (
  did: Parameter,
  members: ReadonlyArray<ViewerMember>,
  statement: Statement,
  compiler: RecordCompiler
): Write<number> => {
  let level: Level | null = null;
  const source = (): RecordSource => {
    level ??= viewerLevel(did, statement);
    return level.own;
  };
  const write = writeObject(members.map((each): Member<Row> => [each.key, viewerMember(each, did, source, compiler)]));
  return (result, above) => write(result, (level && result.below(level.index, above)[0]) ?? []);
};

const viewerLevel = (did: Parameter, statement: Statement): Level => {
  const level = statement.level(emptyTable(""), null);
  const value = statement.parameters.value(did, "string");
  level.rows = (columns) => `(select ${columns} from (select ${value} collate "C" as did) t)`;
  return level;
};

const viewerMember = (
  member: ViewerMember,
  did: Parameter,
  source: () => RecordSource,
  compiler: RecordCompiler
): Write<Row> | string => {
  switch (member._tag) {
    case "ViewerDid":
      return ({ parameters }) => toByteText(JSON.stringify(textParameter(parameters, did)));
    case "ViewerHandle":
      return plainText(source().level.column(source(), handleSql("t.did")));
    case "ViewerTypename":
      return JSON.stringify(member.name);
    default:
      return compiler.didJoin(member, source());
  }
};
