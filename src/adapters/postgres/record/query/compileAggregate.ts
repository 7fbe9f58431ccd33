import type { Interval } from "../../../../domain/record/query/Interval.ts";
import { operandType } from "../../../../domain/record/query/operandValue.ts";
import type { Aggregate, AggregateMember, GroupKey } from "../../../../domain/record/query/RecordQuery.ts";
import type { Instant } from "../../../../domain/record/value/instant.ts";
import { instantText } from "../../../../domain/record/value/instantText.ts";
import { intervalText } from "../../../../domain/record/value/intervalText.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { readInt8 } from "../../connection/readInt8.ts";
import { toByteText } from "../../reads/byteText.ts";
import { type Row, textAt } from "../result/ResultRows.ts";
import { readValue } from "../result/readValue.ts";
import { type Member, type Write, writeList, writeObject } from "../result/writeJson.ts";
import { filterSql } from "../sql/filterSql.ts";
import { intervalSql } from "../sql/intervalSql.ts";
import { operandSql } from "../sql/operandSql.ts";
import { rowsSql } from "../sql/rowsSql.ts";
import { quoteText } from "../sql/sqlNames.ts";
import { pathKey } from "../table/pathKeys.ts";
import type { RecordTable } from "../table/RecordTable.ts";
import { type Level, type Slot, slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";

/** Compiles the groups of a collection's records. */
export const compileAggregate = (aggregate: Aggregate, statement: Statement): Write<number> => {
  const level = statement.level(statement.table(aggregate.collection), null);
  const count = level.column(level.own, "t.count");
  const values = aggregate.groups.map((_, at) => level.column(level.own, `t.g${at}`));
  const example = hasLists(aggregate) ? level.column(level.own, exampleSql(level.own.table)) : null;
  const order = [`${slotName(count)} ${aggregate.order}`, ...values.map(slotName)];
  level.order = order.map((term) => `r.${term}`).join(", ");
  level.rows = groupRows(aggregate, statement, level);
  const write = writeObject(
    aggregate.members.map((each) => groupMember(each, aggregate.groups, { count, example, values }))
  );
  return (result, above) => writeList(result, result.below(level.index, above), write);
};

/** The slots of a group in its row. */
interface GroupSlots {
  readonly count: Slot;
  readonly values: ReadonlyArray<Slot>;
  /** The slot of the value of one of its records, from which lists are read; null if no list is selected. */
  readonly example: Slot | null;
}

const hasLists = ({ groups }: Aggregate): boolean => groups.some(({ _tag }) => _tag === "ListGroup");

/** Looked up by the primary key, and only for the groups that are returned. */
const exampleSql = ({ sql }: RecordTable): string => `(select v.value from ${sql} v where v.uri = t.example)`;

const groupRows = (aggregate: Aggregate, { parameters }: Statement, { own: { table } }: Level): Level["rows"] => {
  const { groups, limit, order, where } = aggregate;
  const values = groups.map((key, at) => `${groupSql(table, key)} as g${at}`);
  const example = hasLists(aggregate) ? ", min(t.uri) as example" : "";
  const positions = groups.map((_, at) => at + 1).join(", ");
  const rows = rowsSql(table, [filterSql(where, table, parameters)]);
  const taken = `select ${values.join(", ")}, count(*) as count${example} from ${rows} group by ${positions} order by count(*) ${order}, ${positions} limit ${parameters.take(limit)}`;
  return (columns) => `(select ${columns} from (${taken}) t)`;
};

const groupSql = (table: RecordTable, key: GroupKey): string => {
  if (key._tag === "ListGroup") return `(t.paths ->> ${quoteText(pathKey("h", [key.property]))}) collate "C"`;
  const { sql } = operandSql(table, key.operand);
  return key.interval === null ? sql : intervalSql(sql, key.interval);
};

const groupMember = (
  member: AggregateMember,
  groups: ReadonlyArray<GroupKey>,
  { count, example, values }: GroupSlots
): Member<Row> => {
  switch (member._tag) {
    case "GroupValue": {
      const [key, slot] = [groups[member.group], values[member.group]];
      if (key === undefined || slot === undefined) return [member.key, "null"];
      return [member.key, key._tag === "ListGroup" ? writeStored(key, slot, example) : writeValue(key, slot)];
    }
    case "GroupCount":
      return [member.key, (_, row) => textAt(row, count) ?? "0"];
    case "GroupTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

type Keyed<Tag extends GroupKey["_tag"]> = Extract<GroupKey, { readonly _tag: Tag }>;

const writeStored =
  ({ property }: Keyed<"ListGroup">, slot: Slot, example: Slot | null): Write<Row> =>
  (result, row) =>
    example === null || textAt(row, slot) === null
      ? "null"
      : toByteText(JSON.stringify(propertyAt(result.json(row, example), [property]) ?? null));

const writeInstant = (slot: Slot, interval: Interval | null): Write<Row> => {
  const write = interval === null ? instantText : (instant: Instant) => intervalText(instant, interval);
  return (_, row) => {
    const text = textAt(row, slot);
    return text === null ? "null" : JSON.stringify(write(readInt8(text)));
  };
};

const writeValue = ({ interval, operand }: Keyed<"ValueGroup">, slot: Slot): Write<Row> => {
  const type = operandType(operand);
  if (type === "instant") return writeInstant(slot, interval);
  const read = readValue(slot, type);
  return (_, row) => JSON.stringify(read(row));
};
