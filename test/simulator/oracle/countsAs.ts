import { collectionsInUse, isOpen, type LexiconVersion } from "../network/collections.ts";
import type { Happening } from "../network/Happening.ts";
import type { SimulatedRepository } from "../network/SimulatedRepository.ts";
import type { SimulatedRecord } from "../network/simulatedRecord.ts";

/** Whether a record belongs to the index by a set of Lexicons, if its author does. */
export const isIndexable = (path: string, record: SimulatedRecord, version: LexiconVersion): boolean =>
  collectionsInUse(version).some((collection) => path.startsWith(`${collection}/`)) && record.validIn.has(version);

const hasOpenRecord = ({ records }: SimulatedRepository): boolean =>
  [...records].some(([path, record]) => isOpen(path) && isIndexable(path, record, 2));

/**
 * Whether what happened can make its author known: the service may have to read the repository because of it, and a
 * source may deliver the records by itself.
 */
export const mayIntroduceAuthor = (happening: Happening): boolean => {
  switch (happening._tag) {
    case "Commit":
      return (
        introducesAuthor(happening, 1) || introducesAuthor(happening, 2) || hasOpenRecord(happening.commit.repository)
      );
    case "State":
      return hasOpenRecord(happening.repository);
    default:
      return false;
  }
};

/** Whether what happened makes its author known by a set of Lexicons: a valid record of an open collection does. */
export const introducesAuthor = (happening: Happening, version: LexiconVersion): boolean =>
  happening._tag === "Commit" &&
  happening.commit.operations.some(
    ({ collection, record, rkey }) =>
      record !== null && isOpen(collection) && isIndexable(`${collection}/${rkey}`, record, version)
  );
