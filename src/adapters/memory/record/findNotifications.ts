import * as HashMap from "effect/HashMap";
import * as Option from "effect/Option";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Nsid } from "../../../domain/atproto/Nsid.ts";
import { notificationBounds } from "../../../domain/record/query/notificationBounds.ts";
import type { NamedRecord } from "../../../domain/record/query/operandValue.ts";
import { noLabels } from "../../../domain/record/query/RecordLabels.ts";
import type { NotificationPage, ParameterValue } from "../../../domain/record/query/RecordQuery.ts";
import { textParameter } from "../../../domain/record/query/readParameter.ts";
import { type Instant, instant } from "../../../domain/record/value/instant.ts";
import type { AccountReference } from "../../../domain/reference/AccountReference.ts";
import { type RecordState, visibleRecords } from "./RecordState.ts";
import { type PageSlice, slicePage } from "./slicePage.ts";

/** The page of a user's notifications, with what is the same for all pages. */
interface FoundNotifications {
  readonly cut: PageSlice;
  /** By the URI of the record that refers to the user. */
  readonly references: ReadonlyMap<AtUri, AccountReference>;
  readonly unread: number;
  readonly seenAt: Instant | null;
}

const referring = (state: RecordState, collection: Nsid, viewer: string) =>
  visibleRecords(state, collection, null).flatMap((row) => {
    const references = state.references.get(collection)?.(row.record.value, row.record.did) ?? [];
    const reference = references.find(({ did }) => did === viewer);
    return reference === undefined ? [] : [{ row, reference }];
  });

const isLater = ({ record }: NamedRecord, than: Instant | null): boolean =>
  than === null || Option.getOrThrow(instant(record.indexedAt)) > than;

/** Finds the notifications of a page by looking at the references of every record. */
export const findNotifications = (
  state: RecordState,
  page: NotificationPage,
  parameters: ReadonlyArray<ParameterValue>
): FoundNotifications => {
  const viewer = textParameter(parameters, page.viewer);
  const all = page.collections.flatMap((collection) => referring(state, collection, viewer));
  const rows = all.map(({ row }) => row);
  const seenAt = Option.getOrNull(HashMap.get(state.seen, viewer));
  return {
    cut: slicePage(notificationBounds(page), rows, parameters, noLabels),
    references: new Map(all.map(({ reference, row }) => [row.record.uri, reference])),
    unread: rows.filter((row) => isLater(row, seenAt)).length,
    seenAt
  };
};
