import { instantText } from "../../../domain/record/instantText.ts";
import { operandType } from "../../../domain/record/operandValue.ts";
import type { Aggregate, AggregateMember, GroupKey } from "../../../domain/record/RecordQuery.ts";
import { type Row, textAt } from "./AnswerRows.ts";
import { filterSql } from "./filterSql.ts";
import { intervalSql } from "./intervalSql.ts";
import { type Level, type Slot, slotName } from "./Level.ts";
import { operandSql } from "./operandSql.ts";
import type { RecordTable } from "./RecordTable.ts";
import { readValue } from "./readValue.ts";
import { rowsSql } from "./rowsSql.ts";
import type { Statement } from "./Statement.ts";
import { writeList } from "./writeList.ts";
import { type Member, type Write, writeObject } from "./writeObject.ts";

/** Writes the groups of a collection's records. */
export const compileAggregate = (aggregate: Aggregate, statement: Statement): Write<number> => {
  const level = statement.level(statement.table(aggregate.collection), null);
  const count = level.column(level.own, "t.count");
  const values = aggregate.groups.map((_, at) => level.column(level.own, `t.g${at}`));
  const order = [`${slotName(count)} ${aggregate.order}`, ...values.map(slotName)];
  level.order = order.map((term) => `r.${term}`).join(", ");
  level.rows = groupRows(aggregate, statement, level);
  const write = writeObject(aggregate.members.map((each) => groupMember(each, aggregate.groups, values, count)));
  return (answer, above) => writeList(answer, answer.below(level.index, above), write);
};

const groupRows = (
  { where, groups, order, limit }: Aggregate,
  { parameters }: Statement,
  { own: { table } }: Level
): Level["rows"] => {
  const values = groups.map((key, at) => `${groupSql(table, key)} as g${at}`);
  const places = groups.map((_, at) => at + 1).join(", ");
  const rows = rowsSql(table, [filterSql(where, table, parameters)]);
  const taken = `select ${values.join(", ")}, count(*) as count from ${rows} group by ${places} order by count(*) ${order}, ${places} limit ${parameters.take(limit)}`;
  return (columns) => `(select ${columns} from (${taken}) t)`;
};

const groupSql = (table: RecordTable, { operand, interval }: GroupKey): string => {
  const { sql } = operandSql(table, operand);
  return interval === null ? sql : intervalSql(sql, interval);
};

const groupMember = (
  member: AggregateMember,
  groups: ReadonlyArray<GroupKey>,
  values: ReadonlyArray<Slot>,
  count: Slot
): Member<Row> => {
  switch (member._tag) {
    case "GroupValue": {
      const [key, slot] = [groups[member.group], values[member.group]];
      return [member.key, key && slot !== undefined ? writeValue(key, slot) : "null"];
    }
    case "GroupCount":
      return [member.key, (_, row) => textAt(row, count) ?? "0"];
    case "GroupTypename":
      return [member.key, JSON.stringify(member.name)];
  }
};

const writeValue = ({ operand }: GroupKey, slot: Slot): Write<Row> => {
  const type = operandType(operand);
  const read = readValue(slot, type);
  return (_, row) => {
    const value = read(row);
    return JSON.stringify(type === "instant" && typeof value === "number" ? instantText(value) : value);
  };
};
