import type { Definition } from "../model/Definition.ts";
import { referenceId } from "./definitionId.ts";
import type { LexiconFault } from "./LexiconFault.ts";

const itemOf = (definition: Definition): string | null => {
  const { schema, nsid } = definition;
  return schema.type === "array" && schema.items.type === "ref" ? referenceId(nsid, schema.items.ref) : null;
};

const leadsBack = (start: Definition, definitions: ReadonlyMap<string, Definition>): boolean => {
  const passed = new Set<string>();
  for (let id = itemOf(start); id !== null; ) {
    if (id === start.id) return true;
    if (passed.has(id)) return false;
    passed.add(id);
    const next = definitions.get(id);
    id = next === undefined ? null : itemOf(next);
  }
  return false;
};

/**
 * Returns reachable lists whose items are the list itself, with no object in between: no value can have such a type.
 */
export const recursionFaults = (
  definitions: ReadonlyMap<string, Definition>,
  reached: ReadonlySet<string>
): ReadonlyArray<LexiconFault> =>
  [...definitions.values()]
    .filter((definition) => reached.has(definition.id) && leadsBack(definition, definitions))
    .map(({ id, name, source }) => ({
      kind: "recursion",
      file: source.file,
      path: `defs.${name}.items`,
      reason: `${id} is a list of itself: put an object between`
    }));
