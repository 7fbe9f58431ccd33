import * as Option from "effect/Option";
import { applyShape } from "../../../domain/record/applyShape.ts";
import type { BlobUrl } from "../../../domain/record/blobUrl.ts";
import { encodeCursor, sortFingerprint } from "../../../domain/record/Cursor.ts";
import type { Json, JsonObject } from "../../../domain/record/Json.ts";
import type { NamedRecord } from "../../../domain/record/operandValue.ts";
import { propertyAt } from "../../../domain/record/propertyAt.ts";
import type {
  DidJoin,
  EdgeMember,
  Field,
  Meta,
  Page,
  PageInfoMember,
  PageMember,
  ParameterValue,
  RecordQuery,
  Root,
  Selection,
  ViewerMember
} from "../../../domain/record/RecordQuery.ts";
import { textParameter } from "../../../domain/record/readParameter.ts";
import { type CutPage, cutPage, type PlacedRecord } from "./cutPage.ts";
import { allRecords, findRecord, handleOf, type RecordState } from "./RecordState.ts";

/** Answers a query by reading it out loud: the meaning that every faster index is held to. */
export const answerQuery = (
  query: RecordQuery,
  parameters: ReadonlyArray<ParameterValue>,
  state: RecordState,
  blobUrl: BlobUrl
): string => {
  const members = <M extends { readonly key: string }>(
    list: ReadonlyArray<M>,
    value: (member: M) => Json
  ): JsonObject => Object.fromEntries(list.map((member) => [member.key, value(member)]));

  const root = (root: Root): Json => {
    switch (root._tag) {
      case "PageRoot":
        return page(root.page, allRecords(state, root.page.collection));
      case "RecordRoot":
        return record(findRecord(state, root.collection, textParameter(parameters, root.uri)), root.selection);
      case "AnyRecordRoot":
      case "AggregateRoot":
        throw new Error(`Not yet: ${root._tag}`);
      case "ViewerRoot":
        return root.did && viewer(textParameter(parameters, root.did), root.members);
      case "TypenameRoot":
        return root.name;
    }
  };

  const viewer = (did: string, list: ReadonlyArray<ViewerMember>): Json =>
    members(list, (member) => {
      switch (member._tag) {
        case "ViewerDid":
          return did;
        case "ViewerHandle":
          return handleOf(state, did);
        case "ViewerTypename":
          return member.name;
        default:
          return didJoin(did, member);
      }
    });

  const didJoin = (did: string, join: DidJoin): Json => {
    if (join._tag === "DidRecord") {
      const uri = `at://${did}/${join.collection}/${join.rkey}`;
      return record(findRecord(state, join.collection, uri), join.selection);
    }
    return page(
      join.page,
      allRecords(state, join.page.collection).filter(({ record }) => record.did === did)
    );
  };

  const page = (page: Page, records: ReadonlyArray<NamedRecord>): Json => {
    const cut = cutPage(page, records, parameters);
    const cursor = ({ position }: PlacedRecord): string => encodeCursor(sortFingerprint(page.sort), position);
    return members(page.members, (member) => pageMember(member, cut, cursor));
  };

  const pageMember = (member: PageMember, cut: CutPage, cursor: (row: PlacedRecord) => string): Json => {
    switch (member._tag) {
      case "Edges":
        return cut.rows.map((row) => members(member.members, (each) => edgeMember(each, row, cursor)));
      case "Nodes":
        return cut.rows.map(({ row }) => fields(row, member.selection));
      case "PageInfo":
        return members(member.members, (each) => pageInfoMember(each, cut, cursor));
      case "TotalCount":
        return cut.totalCount;
      case "PageTypename":
        return member.name;
    }
  };

  const edgeMember = (member: EdgeMember, row: PlacedRecord, cursor: (row: PlacedRecord) => string): Json => {
    switch (member._tag) {
      case "Node":
        return fields(row.row, member.selection);
      case "Cursor":
        return cursor(row);
      case "EdgeTypename":
        return member.name;
    }
  };

  const pageInfoMember = (member: PageInfoMember, cut: CutPage, cursor: (row: PlacedRecord) => string): Json => {
    const [first] = cut.rows;
    const last = cut.rows.at(-1);
    switch (member._tag) {
      case "HasNextPage":
        return cut.hasNextPage;
      case "HasPreviousPage":
        return cut.hasPreviousPage;
      case "StartCursor":
        return first ? cursor(first) : null;
      case "EndCursor":
        return last ? cursor(last) : null;
      case "PageInfoTypename":
        return member.name;
    }
  };

  const record = (found: Option.Option<NamedRecord>, selection: Selection): Json =>
    Option.match(found, { onNone: () => null, onSome: (row) => fields(row, selection) });

  const fields = (row: NamedRecord, selection: Selection): Json => members(selection, (each) => field(row, each));

  const field = (row: NamedRecord, field: Field): Json => {
    const { did, value } = row.record;
    switch (field._tag) {
      case "MetaField":
        return meta(row, field.meta);
      case "PropertyField":
        return applyShape(propertyAt(value, [field.property]), field.shape, { did, blobUrl, resolve });
      case "ValueField":
        return value;
      case "TypenameField":
        return field.name;
      case "EmptyListField":
        return [];
      case "Resolved":
      case "ReverseJoin":
      case "ViewerRecord":
        throw new Error(`Not yet: ${field._tag}`);
      default:
        return didJoin(did, field);
    }
  };

  const resolve = (): Json => {
    throw new Error("Not yet: Resolved");
  };

  const meta = ({ record, handle }: NamedRecord, meta: Meta): string | null =>
    meta === "actorHandle" ? handle : record[meta];

  return JSON.stringify(members(query.roots, root));
};
