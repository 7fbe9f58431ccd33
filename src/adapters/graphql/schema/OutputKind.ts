import type { Collection, PropertyType } from "../../../domain/lexicon/model/Collection.ts";
import type { Reference, ReferenceTarget } from "../../../domain/lexicon/model/Reference.ts";
import type { RecordChange } from "../../../domain/record/change/RecordChange.ts";
import type { LabelMember, Meta } from "../../../domain/record/query/RecordQuery.ts";

/** The meaning of a field of an output type. The planner reads it, so that each name is defined in one place. */
export type OutputKind =
  | { readonly _tag: "PageKind"; readonly collection: Collection }
  | { readonly _tag: "ViewerKind" }
  | { readonly _tag: "AnyRecordKind" }
  | {
      readonly _tag: "SearchKind";
      readonly member: "Search" | "Edges" | "Nodes" | "PageInfo" | "TotalCount" | "Node" | "Cursor" | "Rank";
    }
  | { readonly _tag: "AggregateKind"; readonly collection: Collection }
  | { readonly _tag: "GroupCountKind" }
  | { readonly _tag: "GroupValueKind"; readonly field: string }
  | { readonly _tag: "MetaKind"; readonly meta: Meta }
  | { readonly _tag: "PropertyKind"; readonly property: string; readonly type: PropertyType }
  | { readonly _tag: "ValueKind" }
  | { readonly _tag: "LabelsKind" }
  | {
      readonly _tag: "LabelKind";
      readonly property: Extract<LabelMember, { readonly _tag: "LabelProperty" }>["property"];
    }
  | { readonly _tag: "DidRecordKind"; readonly collection: Collection; readonly rkey: string }
  | { readonly _tag: "DidPageKind"; readonly collection: Collection }
  | { readonly _tag: "ResolvedKind"; readonly property: string; readonly many: boolean }
  | { readonly _tag: "JoinsKind" }
  | { readonly _tag: "ReverseJoinKind"; readonly collection: Collection; readonly via: Reference["path"] }
  | {
      readonly _tag: "ViewerRecordKind";
      readonly collection: Collection;
      readonly via: Reference["path"];
      readonly target: ReferenceTarget;
    }
  | { readonly _tag: "ViewerMemberKind"; readonly member: "ViewerDid" | "ViewerHandle" }
  | { readonly _tag: "ConnectionKind"; readonly member: "Edges" | "Nodes" | "PageInfo" | "TotalCount" }
  | { readonly _tag: "EdgeKind"; readonly member: "Node" | "Cursor" }
  | {
      readonly _tag: "PageInfoKind";
      readonly member: "HasNextPage" | "HasPreviousPage" | "StartCursor" | "EndCursor";
    }
  | { readonly _tag: "BlobKind"; readonly member: "BlobRef" | "BlobMimeType" | "BlobSize" | "BlobUrl" }
  | { readonly _tag: "CreateKind"; readonly collection: Collection }
  | { readonly _tag: "UpdateKind"; readonly collection: Collection }
  | { readonly _tag: "DeleteKind"; readonly collection: Collection }
  | { readonly _tag: "ApplyWritesKind" }
  | { readonly _tag: "ChangeKind"; readonly collection: Collection; readonly change: RecordChange["kind"] }
  | { readonly _tag: "UploadBlobKind" }
  | { readonly _tag: "NotificationsKind" }
  | { readonly _tag: "NotificationCreatedKind" }
  | {
      readonly _tag: "NotificationKind";
      readonly member: "NotificationEdges" | "PageInfo" | "TotalCount" | "UnreadCount" | "SeenAt";
    }
  | {
      readonly _tag: "NotificationEdgeKind";
      readonly member: "Cursor" | "Reason" | "Subject" | "NotifyingRecord";
    }
  /** A member of an object that is not a record, identified by its name. */
  | { readonly _tag: "PlainKind" };
