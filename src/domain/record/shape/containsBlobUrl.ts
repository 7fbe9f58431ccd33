import type { ObjectMember, Shape } from "../query/RecordQuery.ts";

const inMembers = (members: ReadonlyArray<ObjectMember>): boolean =>
  members.some((member) => member._tag === "ObjectProperty" && containsBlobUrl(member.shape));

/** Whether a shape selects the URL of a blob at any depth. */
export const containsBlobUrl = (shape: Shape): boolean => {
  switch (shape._tag) {
    case "BlobShape":
      return shape.members.some(({ _tag }) => _tag === "BlobUrl");
    case "ObjectShape":
      return inMembers(shape.members);
    case "ListShape":
      return containsBlobUrl(shape.item);
    case "UnionShape":
      // A variant with two names is searched once: unions within unions would double the work at each level.
      return Array.from(new Set(shape.variants.values())).some(inMembers);
    default:
      return false;
  }
};
