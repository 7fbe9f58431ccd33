import type { Nsid } from "../../../../domain/atproto/Nsid.ts";
import { notificationBounds } from "../../../../domain/record/query/notificationBounds.ts";
import type {
  AnySelection,
  NotificationEdgeMember,
  NotificationMember,
  NotificationPage,
  Selection
} from "../../../../domain/record/query/RecordQuery.ts";
import { instantText } from "../../../../domain/record/value/instantText.ts";
import { readInt8 } from "../../connection/readInt8.ts";
import { type Row, rowNumber, textAt } from "../result/ResultRows.ts";
import { type Member, type Write, writeObject } from "../result/writeJson.ts";
import { quoteText, recordTemplate, schema } from "../sql/sqlNames.ts";
import { emptyTable, type RecordTable } from "../table/RecordTable.ts";
import { quoted } from "./compileField.ts";
import {
  type CompileSelection,
  type WrittenPage,
  writeCursor,
  writeFact,
  writePage,
  writePageInfo,
  writeRows
} from "./compilePage.ts";
import type { Slot } from "./Level.ts";
import { PageSql } from "./PageSql.ts";
import { addressedLevel } from "./referredLevel.ts";
import type { Statement } from "./Statement.ts";

/** The references, in the place of a table of records: a row has the address and the time of the record that refers. */
const references: RecordTable = { ...emptyTable(""), sql: `${schema}.account_references` };

const inCollections = (collections: ReadonlyArray<Nsid>): string =>
  collections.length === 0 ? "false" : `split_part(t.uri, '/', 4) in (${collections.map(quoteText).join(", ")})`;

/** The seen marker of an account, in microseconds. */
const seenAt = (did: string): string =>
  `(select s.seen_at from tidemark.notifications_seen s where s.did = ${did} collate "C")`;

/**
 * Compiles a page of notifications, and returns its writer. Every reference has its record, so that counts read only the
 * index of references, and a record is looked up only if something of it is selected.
 */
export const compileNotifications = (
  page: NotificationPage,
  statement: Statement,
  select: CompileSelection
): Write<number> => {
  const bounds = notificationBounds(page);
  const did = statement.parameters.value(page.viewer, "string");
  const isStored = (nsid: Nsid): boolean => statement.stored(nsid).sql !== recordTemplate;
  const conditions = [`t.did = ${did}`, inCollections(page.collections.filter(isStored))];
  const sql = new PageSql(bounds, statement, { table: references, parent: null, conditions });

  const member = (each: NotificationMember): Member<WrittenPage> => {
    switch (each._tag) {
      case "NotificationEdges":
        return [each.key, edges(each.members)];
      case "PageInfo":
        return [each.key, writePageInfo(each.members, bounds, sql)];
      case "TotalCount":
        return [each.key, writeFact(sql.totalCount())];
      case "UnreadCount":
        return [each.key, writeFact(sql.count(`t.indexed_at > coalesce(${seenAt(did)}, ${-(2n ** 62n)})`))];
      case "SeenAt":
        return [each.key, writeInstant(sql.fact(seenAt(did)))];
      case "PageTypename":
        return [each.key, JSON.stringify(each.name)];
    }
  };

  const edges = (members: ReadonlyArray<NotificationEdgeMember>): Write<WrittenPage> => {
    sql.take();
    return writeRows(writeObject(members.map(edge)));
  };

  const edge = (each: NotificationEdgeMember): Member<Row> => {
    const source = sql.take();
    switch (each._tag) {
      case "NotifyingRecord":
        return [each.key, record(each.selections)];
      case "Reason":
        return [each.key, quoted(source.level.column(source, "t.reason"))];
      case "Subject":
        return [each.key, quoted(source.level.column(source, "t.subject"))];
      case "Cursor":
        return [each.key, writeCursor(bounds, source)];
      case "EdgeTypename":
        return [each.key, JSON.stringify(each.name)];
    }
  };

  const record = (selections: AnySelection): Write<Row> => {
    const source = sql.take();
    const uri = source.level.column(source, "t.uri");
    const writers = new Map<string, Write<Row>>(
      Array.from(selections, ([nsid, selection]) => [
        nsid,
        writeNames(selection) ?? writeRecord(statement, { source, uri, nsid }, selection, select)
      ])
    );
    return (result, row) => writers.get(textAt(row, uri)?.split("/")[3] ?? "")?.(result, row) ?? "null";
  };

  return writePage(bounds, sql, writeObject(page.members.map(member)));
};

/** Returns the writer of a selection of nothing but the names of types, for which no record is read; null for any other. */
const writeNames = (selection: Selection): Write<Row> | null => {
  const members = selection.flatMap((field) =>
    field._tag === "TypenameField" ? [[field.key, JSON.stringify(field.name)] as const] : []
  );
  return members.length === selection.length ? writeObject(members) : null;
};

interface Addressed {
  readonly source: ReturnType<PageSql["take"]>;
  readonly uri: Slot;
  readonly nsid: Nsid;
}

const writeRecord = (
  statement: Statement,
  { nsid, source, uri }: Addressed,
  selection: Selection,
  select: CompileSelection
): Write<Row> => {
  const { level } = addressedLevel(statement, source, uri, nsid);
  const write = select(selection, level.own);
  return (result, row) => {
    const [found] = result.below(level.index, rowNumber(row));
    return found === undefined ? "null" : write(result, found);
  };
};

const writeInstant =
  (slot: Slot): Write<WrittenPage> =>
  (_, { facts }) => {
    const text = textAt(facts, slot);
    return text === null ? "null" : JSON.stringify(instantText(readInt8(text)));
  };
