import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import type { BlobUrl } from "../blob/blobUrl.ts";
import type { ObjectMember, Resolved, Shape } from "../query/RecordQuery.ts";
import { propertyAt } from "../value/propertyAt.ts";
import { referenceUri } from "../value/referenceUri.ts";
import { bytesValue, cidValue, integerValue, linkValue, scalarValue } from "../value/scalarValue.ts";
import type { BlobMember } from "./BlobMember.ts";
import { type SizeBudget, spendBudget, spendBudgetOn } from "./SizeBudget.ts";

/** What shapes need in addition to the value: the author, the URLs of blobs, a budget, and records by reference. */
export interface ShapeContext {
  readonly did: string;
  /** The origin of the author's PDS; null if it is unknown. Only the URLs of blobs need it. */
  readonly pds: string | null;
  readonly blobUrl: BlobUrl;
  /** The budget of the complete value. A result that exhausts it must be discarded. */
  readonly room: SizeBudget;
  /** Returns the selected fields of the record at an AT URI. */
  readonly resolve: Resolve;
}

/** Returns the selected fields of the record at an AT URI, or null. */
export type Resolve = (uri: string, selected: Resolved) => Json;

interface Blob {
  readonly cid: string;
  readonly mimeType: string | null;
  readonly size: Json;
}

/** Returns a stored value in its shape, or null if it does not fit. */
export const applyShape = (value: Json | undefined, shape: Shape, context: ShapeContext): Json => {
  switch (shape._tag) {
    case "ScalarShape":
      return scalarValue(value, shape.type) === null ? null : withinBudget(value ?? null, context);
    case "BytesShape":
      return withinBudget(bytesValue(value), context);
    case "LinkShape":
      return withinBudget(linkValue(value), context);
    case "JsonShape":
      return withinBudget(value ?? null, context);
    case "BlobShape":
      return blobMembers(blobOf(value), shape.members, context);
    case "ObjectShape":
      return isJsonObject(value) ? objectMembers(value, shape.members, context) : null;
    case "ListShape":
      return Array.isArray(value) ? listItems(value, shape.item, context) : null;
    case "UnionShape":
      return unionMembers(value, shape.variants, context);
  }
};

const withinBudget = (value: Json, { room }: ShapeContext): Json => (spendBudgetOn(room, value) ? value : null);

const listItems = (list: ReadonlyArray<Json>, shape: Shape, context: ShapeContext): ReadonlyArray<Json> => {
  const items: Array<Json> = [];
  for (const item of list) {
    if (!spendBudget(context.room, 1)) break;
    items.push(applyShape(item, shape, context));
  }
  return items;
};

const objectMembers = (value: JsonObject, members: ReadonlyArray<ObjectMember>, context: ShapeContext): JsonObject =>
  Object.fromEntries(
    members.map((member) => {
      const fits = spendBudget(context.room, member.key.length + 3);
      return [member.key, fits ? objectMember(value, member, context) : null];
    })
  );

const objectMember = (value: JsonObject, member: ObjectMember, context: ShapeContext): Json => {
  switch (member._tag) {
    case "ObjectTypename":
      return member.name;
    case "ObjectProperty":
      return applyShape(propertyAt(value, [member.property]), member.shape, context);
    case "Resolved":
      return withinBudget(resolveProperty(value, member, context.resolve), context);
  }
};

/** Returns the record, or the list of records, that a property of an object refers to. */
export const resolveProperty = (value: JsonObject, selected: Resolved, resolve: Resolve): Json => {
  const stored = propertyAt(value, [selected.property]);
  const one = (reference: Json | undefined): Json => {
    const uri = referenceUri(reference);
    return uri === null ? null : resolve(uri, selected);
  };
  if (!selected.many) return one(stored);
  return Array.isArray(stored) ? stored.map(one) : null;
};

const unionMembers = (
  value: Json | undefined,
  variants: ReadonlyMap<string, ReadonlyArray<ObjectMember>>,
  context: ShapeContext
): JsonObject | null => {
  if (!isJsonObject(value)) return null;
  const type = propertyAt(value, ["$type"]);
  const members = typeof type === "string" ? variants.get(type) : undefined;
  return members ? objectMembers(value, members, context) : null;
};

/** A blob, or its original form `{cid, mimeType}` in old records (AT Protocol, Data Model, blob). */
const blobOf = (value: Json | undefined): Blob | null => {
  if (!isJsonObject(value)) return null;
  const cid = linkValue(propertyAt(value, ["ref"])) ?? cidValue(propertyAt(value, ["cid"]));
  if (cid === null) return null;
  const mimeType = propertyAt(value, ["mimeType"]);
  return {
    cid,
    mimeType: typeof mimeType === "string" && mimeType.isWellFormed() ? mimeType : null,
    size: integerValue(propertyAt(value, ["size"]))
  };
};

const blobMembers = (blob: Blob | null, members: ReadonlyArray<BlobMember>, context: ShapeContext): Json =>
  blob &&
  withinBudget(Object.fromEntries(members.map((member) => [member.key, blobMember(blob, member, context)])), context);

const blobMember = ({ cid, mimeType, size }: Blob, member: BlobMember, { did, pds, blobUrl }: ShapeContext): Json => {
  switch (member._tag) {
    case "BlobRef":
      return cid;
    case "BlobMimeType":
      return mimeType;
    case "BlobSize":
      return size;
    case "BlobUrl":
      return member.preset && blobUrl({ did, cid, mimeType, preset: member.preset, pds });
    case "BlobTypename":
      return member.name;
  }
};
