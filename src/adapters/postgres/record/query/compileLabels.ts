import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import { labelMember } from "../../../../domain/label/labelMember.ts";
import { type ShownLabel, shownLabels } from "../../../../domain/label/shownLabels.ts";
import type { Field, LabelMember } from "../../../../domain/record/query/RecordQuery.ts";
import { toByteText } from "../../reads/byteText.ts";
import { isoText } from "../result/isoText.ts";
import { type ResultRows, type Row, rowNumber, textAt } from "../result/ResultRows.ts";
import { type Member, type Write, writeList, writeObject } from "../result/writeJson.ts";
import { activeSql, labelsTable } from "../sql/labelSql.ts";
import { emptyTable } from "../table/RecordTable.ts";
import { type RecordSource, slotName } from "./Level.ts";
import type { Statement } from "./Statement.ts";

type LabelsField = Extract<Field, { readonly _tag: "LabelsField" }>;

/** Reads the stored labels below a row. */
type ReadStored = (result: ResultRows, row: Row) => ReadonlyArray<ShownLabel>;

const numberIn = (text: string | null): number | null => (text === null ? null : Number(text));

/** Adds the level of the active labels of a source's record and of its author's account. */
const storedLabels = (statement: Statement, source: RecordSource): ReadStored => {
  const [uri, did] = [source.level.column(source, "t.uri"), source.level.column(source, "t.did")];
  const level = statement.level(emptyTable(""), { source, slot: uri, equals: "b.uri" });
  const slot = (name: string) => level.column(level.own, `b.${name}`);
  const slots = { uri: slot("uri"), src: slot("src"), val: slot("val") };
  const others = { cid: slot("cid"), cts: slot("cts"), exp: slot("exp") };
  level.order = Object.values(slots)
    .map((each) => `r.${slotName(each)}`)
    .join(", ");
  level.rows = (columns) =>
    `(select ${columns} from ${labelsTable} b where b.uri in (p.${slotName(uri)}, p.${slotName(did)}) and ${activeSql})`;
  const label = (row: Row): ShownLabel => ({
    uri: textAt(row, slots.uri) ?? "",
    src: textAt(row, slots.src) ?? "",
    val: textAt(row, slots.val) ?? "",
    cid: textAt(row, others.cid),
    cts: numberIn(textAt(row, others.cts)) ?? 0,
    exp: numberIn(textAt(row, others.exp))
  });
  return (result, row) => result.below(level.index, rowNumber(row)).map(label);
};

/** Adds the labels that the author put on a record to those that are stored. */
const withSelfLabels = (stored: ReadStored, source: RecordSource): ReadStored => {
  const { level, table } = source;
  const slot = (name: string) => level.column(source, `t.${name}`);
  const [uri, did, cid, time, held] = [slot("uri"), slot("did"), slot("cid"), slot("indexed_at"), slot("value")];
  return (result, row) => {
    const value = result.json(row, held);
    const record = {
      uri: textAt(row, uri) ?? "",
      did: textAt(row, did) ?? "",
      cid: textAt(row, cid) ?? "",
      indexedAt: isoText(textAt(row, time) ?? "0"),
      value: isJsonObject(value) ? value : {}
    };
    return shownLabels(stored(result, row), record, table.selfLabels);
  };
};

const writeMember = (member: LabelMember): Member<ShownLabel> =>
  member._tag === "LabelTypename"
    ? [member.key, JSON.stringify(member.name)]
    : [member.key, (_, label) => toByteText(JSON.stringify(labelMember(label, member.property)))];

/** Compiles the labels of a source's record. Its value is read only where the Lexicon has labels of the author. */
export const compileLabels = ({ members }: LabelsField, source: RecordSource, statement: Statement): Write<Row> => {
  const stored = storedLabels(statement, source);
  const read = source.table.selfLabels.length === 0 ? stored : withSelfLabels(stored, source);
  const write = writeObject(members.map(writeMember));
  return (result, row) => writeList(result, read(result, row), write);
};
