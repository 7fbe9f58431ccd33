import * as Option from "effect/Option";
import { parseAtUri } from "../../../domain/atproto/AtUri.ts";
import type { Json, JsonObject } from "../../../domain/json/Json.ts";
import { labelMember } from "../../../domain/label/labelMember.ts";
import type { ShownLabel } from "../../../domain/label/shownLabels.ts";
import type { ReferencePath } from "../../../domain/lexicon/model/Reference.ts";
import type { BlobUrl } from "../../../domain/record/blob/blobUrl.ts";
import { formatChangeCursor } from "../../../domain/record/change/ChangeCursor.ts";
import type { IndexedField } from "../../../domain/record/index/IndexedField.ts";
import type { IndexedRecord } from "../../../domain/record/index/IndexedRecord.ts";
import { encodeCursor, sortFingerprint } from "../../../domain/record/query/Cursor.ts";
import { compareScalars } from "../../../domain/record/query/compareScalars.ts";
import { notificationOrder } from "../../../domain/record/query/notificationBounds.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import type {
  Aggregate,
  AggregateMember,
  AnySelection,
  DidJoin,
  EdgeMember,
  Field,
  GroupKey,
  LabelMember,
  Meta,
  NotificationEdgeMember,
  NotificationPage,
  Page,
  PageInfoMember,
  PageMember,
  ParameterValue,
  RecordQuery,
  Root,
  SearchEdgeMember,
  SearchMember,
  SearchPage,
  Selection,
  ViewerMember,
  ViewerRecord
} from "../../../domain/record/query/RecordQuery.ts";
import { countBoundParameter, listParameter, textParameter } from "../../../domain/record/query/readParameter.ts";
import { parseVersion } from "../../../domain/record/query/versionText.ts";
import { applyShape, type Resolve, resolveProperty } from "../../../domain/record/shape/applyShape.ts";
import { fitsInBytes } from "../../../domain/record/shape/fitsInBytes.ts";
import { instantText } from "../../../domain/record/value/instantText.ts";
import { propertyAt } from "../../../domain/record/value/propertyAt.ts";
import { referentsAt } from "../../../domain/record/value/referentsAt.ts";
import type { Scalar } from "../../../domain/record/value/scalarValue.ts";
import type { AccountReference } from "../../../domain/reference/AccountReference.ts";
import { countGroups, type Group, valueOfGroup } from "./countGroups.ts";
import { findNotifications } from "./findNotifications.ts";
import { labelsAt } from "./labelsAt.ts";
import { handleOf, pdsOf, type RecordReader, type RecordState, visibleRecord, visibleRecords } from "./RecordState.ts";
import { type PageSlice, type PlacedRecord, slicePage } from "./slicePage.ts";
import { type FoundRecord, type SearchSlice, sliceSearch } from "./sliceSearch.ts";

interface EvaluateOptions {
  readonly blobUrl: BlobUrl;
  /** The maximum size of the result in bytes. */
  readonly answerBytes: number;
  /** Identifies the change log. */
  readonly epoch: string;
  /** In Unix milliseconds. */
  readonly now: number;
  readonly reader: RecordReader;
  /** The fields that are configured to be searched. */
  readonly searched: ReadonlyArray<IndexedField>;
}

/** Evaluates a query directly. This is the reference semantics for every faster index. Null if the result is too large. */
export const evaluateQuery = (
  query: RecordQuery,
  parameters: ReadonlyArray<ParameterValue>,
  state: RecordState,
  { reader, blobUrl, answerBytes, epoch, now, searched }: EvaluateOptions
): string | null => {
  const labels = labelsAt(state, now);
  const members = <M extends { readonly key: string }>(
    list: ReadonlyArray<M>,
    value: (member: M) => Json
  ): JsonObject => Object.fromEntries(list.map((member) => [member.key, value(member)]));

  const root = (root: Root): Json => {
    switch (root._tag) {
      case "PageRoot":
        return page(root.page, visibleRecords(state, root.page.collection, reader));
      case "RecordRoot":
        return record(
          visibleRecord(state, root.collection, textParameter(parameters, root.uri), reader),
          root.selection
        );
      case "VersionsRoot":
        return versions(listParameter(parameters, root.versions)).map((row) =>
          JSON.stringify(fields(row, root.selection))
        );
      case "AnyRecordRoot":
        return recordAt(textParameter(parameters, root.uri), root.selections);
      case "AggregateRoot":
        return aggregate(root.aggregate);
      case "NotificationsRoot":
        return notifications(root.page);
      case "SearchRoot":
        return search(root.search);
      case "ViewerRoot":
        return root.did && viewer(textParameter(parameters, root.did), root.members);
      case "ChangeCursorRoot":
        return formatChangeCursor({ epoch, commit: state.changeLog.commit, n: null });
      case "TypenameRoot":
        return root.name;
    }
  };

  const versions = (texts: ReadonlyArray<Scalar>): ReadonlyArray<NamedRecord> =>
    texts.map((text) => {
      const record = parseVersion(String(text));
      return { record, handle: handleOf(state, record.did) };
    });

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

  const aggregate = (asked: Aggregate): Json =>
    countGroups(asked, visibleRecords(state, asked.collection, reader), parameters, labels).map((group) =>
      members(asked.members, (member) => aggregateMember(member, group, asked.groups))
    );

  const aggregateMember = (member: AggregateMember, group: Group, keys: ReadonlyArray<GroupKey>): Json => {
    switch (member._tag) {
      case "GroupValue":
        return valueOfGroup(group, keys, member.group);
      case "GroupCount":
        return group.count;
      case "GroupTypename":
        return member.name;
    }
  };

  const didJoin = (did: string, join: DidJoin): Json => {
    if (join._tag === "DidRecord") {
      const uri = `at://${did}/${join.collection}/${join.rkey}`;
      return record(visibleRecord(state, join.collection, uri, reader), join.selection);
    }
    return page(
      join.page,
      visibleRecords(state, join.page.collection, reader).filter(({ record }) => record.did === did)
    );
  };

  const page = (page: Page, records: ReadonlyArray<NamedRecord>): Json => {
    const cut = slicePage(page, records, parameters, labels);
    const fingerprint = sortFingerprint(page.sort);
    const cursor = ({ position }: PlacedRecord): string => encodeCursor(fingerprint, position);
    return members(page.members, (member) => pageMember(member, cut, cursor));
  };

  const pageMember = (member: PageMember, cut: PageSlice, cursor: (row: PlacedRecord) => string): Json => {
    switch (member._tag) {
      case "Edges":
        return cut.rows.map((row) => members(member.members, (each) => edgeMember(each, row, cursor)));
      case "Nodes":
        return cut.rows.map(({ row }) => fields(row, member.selection));
      case "PageInfo":
        return members(member.members, (each) => pageInfoMember(each, cut, cursor));
      case "TotalCount":
        return cut.totalCount;
      case "BoundedCount":
        return Math.min(cut.totalCount, countBoundParameter(parameters, member.atMost));
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

  const pageInfoMember = (member: PageInfoMember, cut: PageSlice, cursor: (row: PlacedRecord) => string): Json => {
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

  const notifications = (asked: NotificationPage): Json => {
    const { cut, references, seenAt, unread } = findNotifications(state, asked, parameters);
    const fingerprint = sortFingerprint(notificationOrder);
    const cursor = ({ position }: PlacedRecord): string => encodeCursor(fingerprint, position);
    return members(asked.members, (member) => {
      switch (member._tag) {
        case "NotificationEdges":
          return cut.rows.map((placed) =>
            members(member.members, (each) =>
              notificationMember(each, placed, references.get(placed.row.record.uri), cursor)
            )
          );
        case "UnreadCount":
          return unread;
        case "SeenAt":
          return seenAt === null ? null : instantText(seenAt);
        default:
          return pageMember(member, cut, cursor);
      }
    });
  };

  const notificationMember = (
    member: NotificationEdgeMember,
    placed: PlacedRecord,
    reference: AccountReference | undefined,
    cursor: (row: PlacedRecord) => string
  ): Json => {
    switch (member._tag) {
      case "NotifyingRecord": {
        const selection = member.selections.get(placed.row.record.collection);
        return selection ? fields(placed.row, selection) : null;
      }
      case "Reason":
        return reference?.reason.toWellFormed() ?? null;
      case "Subject":
        return reference?.subject ?? null;
      default:
        return edgeMember(member, placed, cursor);
    }
  };

  const search = (asked: SearchPage): Json => {
    const cut = sliceSearch(asked, state, { reader, searched }, parameters);
    return members(asked.members, (member) => searchMember(member, cut));
  };

  const searchMember = (member: SearchMember, cut: SearchSlice): Json => {
    switch (member._tag) {
      case "SearchEdges":
        return cut.rows.map((row) => members(member.members, (each) => searchEdgeMember(each, row)));
      case "SearchNodes":
        return cut.rows.map(({ row }) => found(row, member.selections));
      case "PageInfo":
        return members(member.members, (each) => searchInfoMember(each, cut));
      case "TotalCount":
        return cut.totalCount;
      case "PageTypename":
        return member.name;
    }
  };

  const searchEdgeMember = (member: SearchEdgeMember, { cursor, rank, row }: FoundRecord): Json => {
    switch (member._tag) {
      case "SearchNode":
        return found(row, member.selections);
      case "Cursor":
        return cursor;
      case "Rank":
        return rank;
      case "EdgeTypename":
        return member.name;
    }
  };

  const searchInfoMember = (member: PageInfoMember, { hasNextPage, hasPreviousPage, rows }: SearchSlice): Json => {
    switch (member._tag) {
      case "HasNextPage":
        return hasNextPage;
      case "HasPreviousPage":
        return hasPreviousPage;
      case "StartCursor":
        return rows[0]?.cursor ?? null;
      case "EndCursor":
        return rows.at(-1)?.cursor ?? null;
      case "PageInfoTypename":
        return member.name;
    }
  };

  const found = (row: NamedRecord, selections: AnySelection): Json => {
    const selection = selections.get(row.record.collection);
    return selection === undefined ? null : fields(row, selection);
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
        return applyShape(propertyAt(value, [field.property]), field.shape, {
          did,
          pds: pdsOf(state, did),
          blobUrl,
          resolve,
          room: { left: answerBytes }
        });
      case "ValueField":
        return value;
      case "TypenameField":
        return field.name;
      case "LabelsField":
        return labels.of(row.record).map((label) => members(field.members, (member) => ofLabel(label, member)));
      case "Resolved":
        return resolveProperty(value, field, resolve);
      case "Joins":
        return fields(row, field.members);
      case "ReverseJoin":
        return page(field.page, recordsThatName(row.record.uri, field.page.collection, field.via));
      case "ViewerRecord":
        return viewerRecord(row, field);
      default:
        return didJoin(did, field);
    }
  };

  const ofLabel = (label: ShownLabel, member: LabelMember): Json =>
    member._tag === "LabelTypename" ? member.name : labelMember(label, member.property);

  const recordsThatName = (referred: string, collection: string, via: ReferencePath): ReadonlyArray<NamedRecord> =>
    visibleRecords(state, collection, reader).filter(({ record }) => referentsAt(record.value, via).has(referred));

  const viewerRecord = ({ record: of }: NamedRecord, { collection, via, target, viewer, selection }: ViewerRecord) => {
    if (viewer === null) return null;
    const did = textParameter(parameters, viewer);
    const own = recordsThatName(of[target], collection, via).filter(({ record: each }) => each.did === did);
    const [newest] = own.toSorted((left, right) => newestFirst(left.record, right.record));
    return record(Option.fromNullable(newest), selection);
  };

  const newestFirst = (left: IndexedRecord, right: IndexedRecord): number =>
    compareScalars(right.indexedAt, left.indexedAt) || compareScalars(right.uri, left.uri);

  const resolve: Resolve = (uri, { selections }) => recordAt(uri, selections);

  const recordAt = (uri: string, selections: AnySelection): Json => {
    const collection = Option.getOrNull(parseAtUri(uri))?.collection;
    const selection = collection && selections.get(collection);
    return selection ? record(visibleRecord(state, collection, uri, reader), selection) : null;
  };

  const meta = ({ record, handle }: NamedRecord, meta: Meta): string | null =>
    meta === "actorHandle" ? handle : record[meta];

  const text = JSON.stringify(members(query.roots, root));
  return fitsInBytes(text, answerBytes) ? text : null;
};
