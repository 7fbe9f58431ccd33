import { recordCollectionNames } from "../../../../domain/api/recordCollectionNames.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { TypeRegistry } from "../TypeRegistry.ts";

/** The enum of all collections. */
export const recordCollectionTypeName = "RecordCollection";

/** Defines `RecordCollection`. GraphQL has no empty enums, so a set without collections has none. */
export const defineRecordCollection = (types: TypeRegistry, { collections }: LexiconSet): void => {
  if (collections.length === 0) return;
  const names = recordCollectionNames(collections.map(({ nsid }) => nsid));
  types.enumeration(recordCollectionTypeName, "A collection of records.", names);
};
