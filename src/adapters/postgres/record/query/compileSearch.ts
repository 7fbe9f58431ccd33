import { Buffer } from "node:buffer";
import { cursorText } from "../../../../domain/record/query/Cursor.ts";
import type {
  AnySelection,
  PageInfoMember,
  SearchEdgeMember,
  SearchMember,
  SearchPage
} from "../../../../domain/record/query/RecordQuery.ts";
import { pageSizeParameter, textsParameter } from "../../../../domain/record/query/readParameter.ts";
import { searchFingerprint } from "../../../../domain/search/SearchCursor.ts";
import { bytesAt, type Row, rowNumber, textAt } from "../result/ResultRows.ts";
import { readValue } from "../result/readValue.ts";
import { type Member, type Write, writeList, writeObject } from "../result/writeJson.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import type { CompileSelection } from "./compilePage.ts";
import { belongsTo, slotName } from "./Level.ts";
import { ofCollection } from "./referredLevel.ts";
import { SearchSql } from "./SearchSql.ts";
import type { Statement } from "./Statement.ts";

/** One page of a search in a result. */
interface WrittenSearch {
  readonly rows: ReadonlyArray<Row>;
  /** Whether there are rows after the last one. */
  readonly more: boolean;
  readonly facts: Row;
  /** Ties cursors to the search. */
  readonly fingerprint: string;
}

/** A row of a page, and what ties its cursor to the search. */
interface WrittenRow {
  readonly row: Row;
  readonly fingerprint: string;
}

const noRow: Row = [];

/** Compiles a page of a search, and returns its writer. */
export const compileSearch = (page: SearchPage, statement: Statement, select: CompileSelection): Write<number> => {
  const sql = new SearchSql(page, statement);
  const write = writeObject(page.members.map((each) => searchMember(each, sql, statement, select)));
  return (result, above) => {
    const found = sql.rows ? result.below(sql.rows.index, above) : [];
    const take = pageSizeParameter(result.parameters, page.take);
    const facts = (sql.facts && result.below(sql.facts.index, above)[0]) ?? noRow;
    const fingerprint = searchFingerprint(textsParameter(result.parameters, page.needles));
    return write(result, { rows: found.slice(0, take), more: found.length > take, facts, fingerprint });
  };
};

const searchMember = (
  member: SearchMember,
  sql: SearchSql,
  statement: Statement,
  select: CompileSelection
): Member<WrittenSearch> => {
  switch (member._tag) {
    case "SearchEdges": {
      sql.take();
      const write = writeObject(member.members.map((each) => edgeMember(each, sql, statement, select)));
      return [
        member.key,
        (result, { fingerprint, rows }) => writeList<Row>(result, rows, (_, row) => write(result, { row, fingerprint }))
      ];
    }
    case "SearchNodes": {
      const write = compileNode(member.selections, sql, statement, select);
      return [member.key, (result, { rows }) => writeList(result, rows, write)];
    }
    case "PageInfo":
      return [member.key, writeObject(member.members.map((each) => pageInfoMember(each, sql)))];
    case "TotalCount": {
      const slot = sql.totalCount();
      return [member.key, (_, { facts }) => textAt(facts, slot) ?? "0"];
    }
    case "PageTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

const edgeMember = (
  member: SearchEdgeMember,
  sql: SearchSql,
  statement: Statement,
  select: CompileSelection
): Member<WrittenRow> => {
  switch (member._tag) {
    case "SearchNode": {
      const write = compileNode(member.selections, sql, statement, select);
      return [member.key, (result, { row }) => write(result, row)];
    }
    case "Cursor": {
      const cursor = compileCursor(sql);
      return [member.key, (_, { fingerprint, row }) => cursor(fingerprint, row)];
    }
    case "Rank": {
      const slot = sql.column("t.rank");
      return [member.key, (_, { row }) => textAt(row, slot) ?? "0"];
    }
    case "EdgeTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

const pageInfoMember = (member: PageInfoMember, sql: SearchSql): Member<WrittenSearch> => {
  switch (member._tag) {
    case "HasNextPage":
      sql.take();
      return [member.key, (_, { more }) => String(more)];
    case "HasPreviousPage": {
      const slot = sql.behind();
      return [member.key, slot === null ? "false" : (_, { facts }) => textAt(facts, slot) ?? "false"];
    }
    case "StartCursor":
    case "EndCursor": {
      const at = member._tag === "StartCursor" ? 0 : -1;
      const cursor = compileCursor(sql);
      return [
        member.key,
        (_, { fingerprint, rows }) => {
          const row = rows.at(at);
          return row === undefined ? "null" : cursor(fingerprint, row);
        }
      ];
    }
    case "PageInfoTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

/** Compiles the record of a row. It is looked up by its address, in its collection only. */
const compileNode = (
  selections: AnySelection,
  sql: SearchSql,
  statement: Statement,
  select: CompileSelection
): Write<Row> => {
  const source = sql.take();
  const slot = sql.column("t.uri");
  const found = new Map(
    Array.from(selections, ([nsid, selection]) => {
      const table = statement.table(nsid);
      const parent = { source, slot, equals: "t.uri" };
      const level = statement.level(table, parent);
      const record = rowsSql(table, [ofCollection(`p.${slotName(slot)}`, nsid), belongsTo(parent)]);
      level.rows = (columns) => `(select ${columns} from ${record} limit 1)`;
      const uri = level.column(level.own, "t.uri");
      return [String(nsid), { level, uri, write: select(selection, level.own) }] as const;
    })
  );
  return (result, row) => {
    const uri = textAt(row, slot) ?? "";
    const collection = found.get(uri.split("/")[3] ?? "");
    const record = collection && result.findByText(collection.level.index, rowNumber(row), collection.uri, uri);
    return record ? collection.write(result, record) : "null";
  };
};

const compileCursor = (sql: SearchSql): ((fingerprint: string, row: Row) => string) => {
  const uri = sql.column("t.uri");
  const values = [readValue(sql.column("t.rank"), "integer"), readValue(sql.column("t.indexed_at"), "instant")];
  return (fingerprint, row) => {
    const position = { uri: bytesAt(row, uri) ?? "", values: values.map((value) => value(row)) };
    return `"${Buffer.from(cursorText(fingerprint, position), "latin1").toString("base64url")}"`;
  };
};
