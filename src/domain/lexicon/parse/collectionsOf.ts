import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { Nsid } from "../../atproto/Nsid.ts";
import { isCompleted } from "../import/completed.ts";
import type { Collection } from "../model/Collection.ts";
import type { Definition } from "../model/Definition.ts";
import { recordKeyRule } from "../validate/recordKeyRule.ts";
import { propertiesOf } from "./propertiesOf.ts";

const isNsid = Schema.is(Nsid);

const collectionOf = (
  definition: Definition,
  definitions: ReadonlyMap<string, Definition>
): ReadonlyArray<Collection> => {
  const { schema, nsid, source } = definition;
  if (schema.type !== "record" || !isNsid(nsid) || isCompleted(source.document)) return [];
  const description = schema.description ?? source.lexicon.description ?? null;
  return Either.match(recordKeyRule(schema.key), {
    onLeft: () => [],
    onRight: (key) => [{ nsid, description, key, properties: propertiesOf(schema.record, definition, definitions) }]
  });
};

/** Returns the record types of a valid set, sorted by NSID. */
export const collectionsOf = (definitions: ReadonlyMap<string, Definition>): ReadonlyArray<Collection> =>
  [...definitions.values()]
    .flatMap((definition) => collectionOf(definition, definitions))
    .sort((left, right) => (left.nsid < right.nsid ? -1 : 1));
