import { isJsonObject } from "../../json/isJsonObject.ts";
import type { JsonObject } from "../../json/Json.ts";
import { isShallow } from "../parse/isShallow.ts";
import { completedPart, isCompleted } from "./completed.ts";
import { reachableFromRecords, recordIds, type WrittenDefinition, writtenDefinitions } from "./reachableFromRecords.ts";
import { type GivenFile, isUnreadable } from "./UnreadableFile.ts";

/**
 * Adds the published definitions that the records of a set refer to, at any depth, where no file supplies their
 * document. Documents that an earlier import added are replaced.
 */
export const completeLexicons = (
  given: ReadonlyArray<GivenFile>,
  published: ReadonlyArray<JsonObject>
): ReadonlyArray<GivenFile> => {
  const own = given.filter((file) => isUnreadable(file) || !isCompleted(file.document));
  const documents = own.flatMap((file) => (isUnreadable(file) || !isShallow(file.document) ? [] : [file.document]));
  const supplied = new Set(documents.map((document) => (isJsonObject(document) ? document.id : null)));
  const available = published.filter(({ id }) => !supplied.has(id));
  const [written, others] = [writtenDefinitions(documents), writtenDefinitions(available)];
  const reached = reachableFromRecords(recordIds(documents), (id) => written.get(id) ?? others.get(id));
  const taken = Map.groupBy(
    [...reached].flatMap((id): ReadonlyArray<WrittenDefinition> => {
      const definition = written.has(id) ? undefined : others.get(id);
      return definition === undefined ? [] : [definition];
    }),
    ({ nsid }) => nsid
  );
  const added = available.flatMap((document): ReadonlyArray<GivenFile> => {
    const definitions = taken.get(String(document.id));
    if (definitions === undefined) return [];
    const names = new Set(definitions.map(({ name }) => name));
    return [{ file: `${document.id} (published)`, document: completedPart(document, names) }];
  });
  return [...own, ...added];
};
