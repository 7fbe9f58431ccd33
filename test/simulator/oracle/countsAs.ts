import { collectionsInUse, isOpen, type LexiconVersion } from "../network/collections.ts";
import type { Happening } from "../network/Happening.ts";
import type { SimulatedRecord } from "../network/simulatedRecord.ts";

/** Whether a record belongs to the index by a set of Lexicons, if its author does. */
export const isIndexable = (path: string, record: SimulatedRecord, version: LexiconVersion): boolean =>
  collectionsInUse(version).some((collection) => path.startsWith(`${collection}/`)) && record.validIn.has(version);

/** Whether what happened makes its author known by a set of Lexicons: a valid record of an open collection does. */
export const introducesAuthor = (happening: Happening, version: LexiconVersion): boolean =>
  happening._tag === "Commit" &&
  happening.commit.operations.some(
    ({ collection, record, rkey }) =>
      record !== null && isOpen(collection) && isIndexable(`${collection}/${rkey}`, record, version)
  );
