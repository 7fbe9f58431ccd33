import type { Collection, PropertyType } from "../../../domain/lexicon/Collection.ts";
import type { Reference, ReferenceTarget } from "../../../domain/lexicon/Reference.ts";
import type { Meta } from "../../../domain/record/RecordQuery.ts";

/** What a field of an output type stands for: the planner reads it, so that a name is decided in one place. */
export type OutputMeaning =
  | { readonly _tag: "PageMeaning"; readonly collection: Collection }
  | { readonly _tag: "ViewerMeaning" }
  | { readonly _tag: "AnyRecordMeaning" }
  | { readonly _tag: "AggregateMeaning"; readonly collection: Collection }
  | { readonly _tag: "GroupCountMeaning" }
  | { readonly _tag: "GroupValueMeaning"; readonly field: string }
  | { readonly _tag: "MetaMeaning"; readonly meta: Meta }
  | { readonly _tag: "PropertyMeaning"; readonly property: string; readonly type: PropertyType }
  | { readonly _tag: "ValueMeaning" }
  | { readonly _tag: "LabelsMeaning" }
  | { readonly _tag: "DidRecordMeaning"; readonly collection: Collection; readonly rkey: string }
  | { readonly _tag: "DidPageMeaning"; readonly collection: Collection }
  | { readonly _tag: "ResolvedMeaning"; readonly property: string; readonly many: boolean }
  | { readonly _tag: "JoinsMeaning" }
  | { readonly _tag: "ReverseJoinMeaning"; readonly collection: Collection; readonly via: Reference["path"] }
  | {
      readonly _tag: "ViewerRecordMeaning";
      readonly collection: Collection;
      readonly via: Reference["path"];
      readonly target: ReferenceTarget;
    }
  | { readonly _tag: "ViewerMemberMeaning"; readonly member: "ViewerDid" | "ViewerHandle" }
  | { readonly _tag: "ConnectionMeaning"; readonly member: "Edges" | "Nodes" | "PageInfo" | "TotalCount" }
  | { readonly _tag: "EdgeMeaning"; readonly member: "Node" | "Cursor" }
  | {
      readonly _tag: "PageInfoMeaning";
      readonly member: "HasNextPage" | "HasPreviousPage" | "StartCursor" | "EndCursor";
    }
  | { readonly _tag: "BlobMeaning"; readonly member: "BlobRef" | "BlobMimeType" | "BlobSize" | "BlobUrl" }
  | { readonly _tag: "CreateMeaning"; readonly collection: Collection }
  | { readonly _tag: "UpdateMeaning"; readonly collection: Collection }
  | { readonly _tag: "DeleteMeaning"; readonly collection: Collection }
  | { readonly _tag: "ApplyWritesMeaning" }
  | { readonly _tag: "UploadBlobMeaning" }
  /** A member of an object that is no record: its name says it. */
  | { readonly _tag: "PlainMeaning" };
