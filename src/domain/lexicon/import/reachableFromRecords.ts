import { isJsonObject } from "../../json/isJsonObject.ts";
import type { JsonObject } from "../../json/Json.ts";
import { definitionId, referenceId } from "../parse/definitionId.ts";
import { referencesIn } from "../parse/referencesIn.ts";
import { isCompleted } from "./completed.ts";

/** A definition as written in its document. */
export interface WrittenDefinition {
  readonly nsid: string;
  readonly name: string;
  readonly schema: JsonObject;
}

/** Definition types that describe no value. */
export const notReferable: ReadonlySet<unknown> = new Set(["query", "procedure", "subscription", "permission-set"]);

/** Returns the unchecked definitions of documents by id. Where two documents share an id, the first one is used. */
export const writtenDefinitions = (documents: ReadonlyArray<unknown>): ReadonlyMap<string, WrittenDefinition> => {
  const found = new Map<string, WrittenDefinition>();
  for (const document of documents) {
    if (!isJsonObject(document)) continue;
    const { id: nsid, defs } = document;
    if (typeof nsid !== "string" || !isJsonObject(defs)) continue;
    for (const [name, schema] of Object.entries(defs)) {
      const id = definitionId(nsid, name);
      if (isJsonObject(schema) && !found.has(id)) found.set(id, { nsid, name, schema });
    }
  }
  return found;
};

/** Returns the ids of the record definitions in documents, ignoring documents that complete the set. */
export const recordIds = (documents: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  [...writtenDefinitions(documents.filter((document) => !isCompleted(document)))].flatMap(([id, { schema }]) =>
    schema.type === "record" ? [id] : []
  );

/**
 * Returns the ids of all definitions that records can contain: the records, and what they refer to at any depth. An id
 * for which `find` returns no definition is included.
 */
export const reachableFromRecords = (
  records: ReadonlyArray<string>,
  find: (id: string) => WrittenDefinition | undefined
): ReadonlySet<string> => {
  const reached = new Set<string>();
  const waiting = [...records];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    const definition = find(id);
    if (definition === undefined || notReferable.has(definition.schema.type)) continue;
    for (const { reference } of referencesIn(definition.schema, ""))
      waiting.push(referenceId(definition.nsid, reference));
  }
  return reached;
};
