import { Buffer } from "node:buffer";
import { type CursorPosition, cursorText, sortFingerprint } from "../../../../domain/record/query/Cursor.ts";
import type { PageBounds } from "../../../../domain/record/query/notificationBounds.ts";
import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type {
  EdgeMember,
  Page,
  PageInfoMember,
  PageMember,
  Selection,
  SortKey
} from "../../../../domain/record/query/RecordQuery.ts";
import { pageSizeParameter } from "../../../../domain/record/query/readParameter.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { bytesAt, type Row, textAt } from "../result/ResultRows.ts";
import { readValue } from "../result/readValue.ts";
import { type Member, type Write, writeList, writeObject } from "../result/writeJson.ts";
import { operandSql } from "../sql/operandSql.ts";
import type { ParentLink, RecordSource, Slot } from "./Level.ts";
import { PageSql } from "./PageSql.ts";
import type { Statement } from "./Statement.ts";

/** Compiles a selection of a source's record, and returns the writer of its JSON object. */
export type CompileSelection = (selection: Selection, source: RecordSource) => Write<Row>;

/** One page of a result. */
export interface WrittenPage {
  readonly rows: ReadonlyArray<Row>;
  /** Whether there are rows after the last one. */
  readonly more: boolean;
  /** The row of facts about all rows. */
  readonly facts: Row;
}

const noRow: Row = [];

/** Compiles a page, and returns its writer, which takes the number of the row above. */
export const compilePage = (
  page: Page,
  statement: Statement,
  parent: ParentLink | null,
  select: CompileSelection
): Write<number> => {
  const sql = new PageSql(page, statement, { table: statement.table(page.collection), parent, conditions: [] });
  return writePage(page, sql, writeObject(page.members.map((member) => pageMember(member, page, sql, select))));
};

/** Returns the writer of a page, which takes the number of the row above, from the writer of its members. */
export const writePage =
  ({ direction, take: size }: PageBounds, sql: PageSql, write: Write<WrittenPage>): Write<number> =>
  (result, above) => {
    const found = sql.rows ? result.below(sql.rows.index, above) : [];
    const take = pageSizeParameter(result.parameters, size);
    const taken = found.slice(0, take);
    const rows = direction === "forward" ? taken : taken.reverse();
    const facts = (sql.facts && result.below(sql.facts.index, above)[0]) ?? noRow;
    return write(result, { rows, more: found.length > take, facts });
  };

const pageMember = (member: PageMember, page: Page, sql: PageSql, select: CompileSelection): Member<WrittenPage> => {
  switch (member._tag) {
    case "Edges":
      return [member.key, writeEdges(member.members, page, sql, select)];
    case "Nodes":
      return [member.key, writeRows(select(member.selection, sql.take()))];
    case "PageInfo":
      return [member.key, writePageInfo(member.members, page, sql)];
    case "TotalCount":
      return [member.key, writeFact(sql.totalCount())];
    case "BoundedCount":
      return [member.key, writeFact(sql.boundedCount(member.atMost))];
    case "PageTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

const writeEdges = (
  members: ReadonlyArray<EdgeMember>,
  page: Page,
  sql: PageSql,
  select: CompileSelection
): Write<WrittenPage> => {
  sql.take();
  return writeRows(writeObject(members.map((each) => edgeMember(each, page, sql, select))));
};

const edgeMember = (member: EdgeMember, page: Page, sql: PageSql, select: CompileSelection): Member<Row> => {
  switch (member._tag) {
    case "Node":
      return [member.key, select(member.selection, sql.take())];
    case "Cursor":
      return [member.key, writeCursor(page, sql.take())];
    case "EdgeTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

/** Returns the writer of where a page stands between its neighbours. */
export const writePageInfo = (members: ReadonlyArray<PageInfoMember>, page: PageBounds, sql: PageSql) =>
  writeObject(members.map((each) => pageInfoMember(each, page, sql)));

const pageInfoMember = (member: PageInfoMember, page: PageBounds, sql: PageSql): Member<WrittenPage> => {
  switch (member._tag) {
    case "HasNextPage":
      return [member.key, page.direction === "forward" ? writeMore(sql) : writeBehind(sql)];
    case "HasPreviousPage":
      return [member.key, page.direction === "backward" ? writeMore(sql) : writeBehind(sql)];
    case "StartCursor":
      return [member.key, writeCursorAt(0, page, sql)];
    case "EndCursor":
      return [member.key, writeCursorAt(-1, page, sql)];
    case "PageInfoTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

/** Returns the writer of the list of a page's rows. */
export const writeRows =
  (write: Write<Row>): Write<WrittenPage> =>
  (result, { rows }) =>
    writeList(result, rows, write);

/** Returns the writer of a number or a boolean that is the same for all rows. */
export const writeFact =
  (slot: Slot): Write<WrittenPage> =>
  (_, { facts }) =>
    textAt(facts, slot) ?? "null";

const writeMore = (sql: PageSql): Write<WrittenPage> => {
  sql.lookAhead();
  return (_, { more }) => String(more);
};

const writeBehind = (sql: PageSql): Write<WrittenPage> | string => {
  const slot = sql.behind();
  return slot === null ? "false" : writeFact(slot);
};

const writeCursorAt = (index: 0 | -1, page: PageBounds, sql: PageSql): Write<WrittenPage> => {
  const write = writeCursor(page, sql.take());
  return (result, { rows }) => {
    const row = rows.at(index);
    return row ? write(result, row) : "null";
  };
};

/** Returns the writer of the cursor of a row. */
export const writeCursor = ({ sort }: PageBounds, source: RecordSource): Write<Row> => {
  const fingerprint = sortFingerprint(sort);
  const uri = source.level.column(source, "t.uri");
  const values = sort.map((key) => sortValue(key, source));
  return (_, row) =>
    `"${opaque(fingerprint, { uri: bytesAt(row, uri) ?? "", values: values.map((value) => value(row)) })}"`;
};

/** Does the same as `encodeCursor` to bytes, five times as fast: a page has as many cursors as rows. */
const opaque = (fingerprint: string, position: CursorPosition): string =>
  Buffer.from(cursorText(fingerprint, position), "latin1").toString("base64url");

const sortValue = ({ operand }: SortKey, source: RecordSource): ((row: Row) => Scalar | null) =>
  readValue(source.level.column(source, operandSql(source.table, operand).sql), operandType(operand));
