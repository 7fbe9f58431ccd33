import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import type { BlobUrl } from "../../../../domain/record/blob/blobUrl.ts";
import type {
  Parameter,
  ParameterValue,
  RecordQuery,
  Root,
  ViewerMember
} from "../../../../domain/record/query/RecordQuery.ts";
import { textParameter } from "../../../../domain/record/query/readParameter.ts";
import { fitsInBytes } from "../../../../domain/record/shape/fitsInBytes.ts";
import { ResultRows, type Row } from "../result/ResultRows.ts";
import { type Member, type Write, writeObject } from "../result/writeObject.ts";
import { handleSql } from "../sql/operandSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import type { SqlParameters } from "../sql/SqlParameters.ts";
import { emptyTable, type RecordTable } from "../table/RecordTable.ts";
import { compileAggregate } from "./compileAggregate.ts";
import { plainText } from "./compileField.ts";
import { compilePage } from "./compilePage.ts";
import { type RecordCompiler, recordCompiler } from "./compileSelection.ts";
import type { Level, RecordSource } from "./Level.ts";
import { ofCollection } from "./referredLevel.ts";
import { Statement } from "./Statement.ts";

/** A query as it is run: one statement at most, and what makes the result of its rows. */
export interface CompiledStatement {
  /** Null for a query that needs no rows. It depends on the query, and on no parameter. */
  readonly text: string | null;
  readonly bind: SqlParameters["bind"];
  /** Null for a result above the limit. */
  readonly write: (rows: ReadonlyArray<Row>, parameters: ReadonlyArray<ParameterValue>) => string | null;
}

/** What the rows of the first levels hang on. */
const top = 0;

/** Compiles a query over the tables of the collections it names. `maxBytes` is how many bytes its result may have. */
export const compileStatement = (
  query: RecordQuery,
  table: (nsid: string) => RecordTable,
  blobUrl: BlobUrl,
  maxBytes: number
): CompiledStatement => {
  const statement = new Statement(table);
  const compiler = recordCompiler(statement, blobUrl);
  const write = writeObject(
    query.roots.map((root): Member<number> => [root.key, rootWriter(root, statement, compiler)])
  );
  const { text } = statement;
  return {
    text,
    bind: (parameters) => statement.parameters.bind(parameters),
    write: (rows, parameters) => {
      const result = new ResultRows(rows, parameters, maxBytes);
      const text = write(result, top);
      return result.takes(0) && fitsInBytes(text, maxBytes) ? text : null;
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
    case "AnyRecordRoot":
      return firstOf(
        Array.from(root.selections, ([nsid, selection]) => {
          const level = recordLevel(root.uri, nsid, statement);
          return onlyRow(level, compiler.selection(selection, level.own));
        })
      );
    case "AggregateRoot":
      return compileAggregate(root.aggregate, statement);
    case "ViewerRoot":
      return root.did ? viewerWriter(root.did, root.members, statement, compiler) : "null";
    case "TypenameRoot":
      return JSON.stringify(root.name);
  }
};

const recordLevel = (parameter: Parameter, nsid: Nsid, statement: Statement): Level => {
  const level = statement.level(statement.table(nsid), null);
  const uri = statement.parameters.value(parameter, "string");
  const record = rowsSql(level.own.table, [ofCollection(uri, nsid), `t.uri = ${uri}`]);
  level.rows = (columns) => `(select ${columns} from ${record})`;
  return level;
};

/** What the first writes that has something to write. */
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

/** The viewer is a row with a DID, like an author; what needs no look-up needs no row. */
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
      return ({ parameters }) => JSON.stringify(textParameter(parameters, did));
    case "ViewerHandle":
      return plainText(source().level.column(source(), handleSql("t.did")));
    case "ViewerTypename":
      return JSON.stringify(member.name);
    default:
      return compiler.didJoin(member, source());
  }
};
