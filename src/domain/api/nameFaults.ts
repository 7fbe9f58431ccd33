import type { Collection, Property } from "../lexicon/model/Collection.ts";
import type { Definition } from "../lexicon/model/Definition.ts";
import { joinsOf } from "../lexicon/model/Join.ts";
import type { ObjectDefinition } from "../lexicon/model/LexiconSet.ts";
import { pathText } from "../lexicon/model/Reference.ts";
import { documentOf } from "../lexicon/parse/definitionId.ts";
import type { LexiconFault } from "../lexicon/parse/LexiconFault.ts";
import { memberName } from "./apiName.ts";
import { publishedNames } from "./publishedNames.ts";

type FaultOf = (id: string, reason: string) => LexiconFault;

const typeNameFaults = (
  collections: ReadonlyArray<Collection>,
  objects: ReadonlyMap<string, ObjectDefinition>,
  fault: FaultOf
): ReadonlyArray<LexiconFault> => {
  const owners = new Map<string, string>();
  const reported = new Set<string>();
  return publishedNames(collections, objects).flatMap(({ name, owner }) => {
    const first = owners.get(name);
    if (first === undefined) owners.set(name, owner);
    const pair = `${first} and ${owner}`;
    if (first === undefined || first === owner || reported.has(pair)) return [];
    reported.add(pair);
    return [fault(owner, `${pair} both give the GraphQL name ${name}: rename one, or leave one out`)];
  });
};

const memberNameFaults = (id: string, properties: ReadonlyArray<Property>, fault: FaultOf) => {
  const owners = new Map<string, string>();
  return properties.flatMap(({ name: property }) => {
    const name = memberName(property);
    const first = owners.get(name);
    owners.set(name, property);
    return first === undefined
      ? []
      : [fault(id, `the properties ${first} and ${property} of ${id} both give the GraphQL name ${name}`)];
  });
};

/** Every JavaScript object has these: a record without the property would be read as one with it. */
const inheritedNameFaults = (id: string, properties: ReadonlyArray<Property>, fault: FaultOf) =>
  properties
    .filter(({ name }) => name in Object.prototype)
    .map(({ name }) => fault(id, `the property ${name} of ${id} has a name that is taken: rename it, or leave it out`));

/** Joins stand on every record type, so that two of one name would hide each other everywhere. */
const joinNameFaults = (
  collections: ReadonlyArray<Collection>,
  objects: ReadonlyMap<string, ObjectDefinition>,
  fault: FaultOf
): ReadonlyArray<LexiconFault> => {
  const owners = new Map<string, string>();
  const reported = new Set<string>();
  return joinsOf(collections, objects).flatMap((join) => {
    const { name, collection } = join;
    const owner = join._tag === "DidJoin" ? collection.nsid : `${pathText(join.reference.path)} of ${collection.nsid}`;
    const first = owners.get(name);
    if (first === undefined) owners.set(name, owner);
    const pair = `${first} and ${owner}`;
    if (first === undefined || reported.has(pair)) return [];
    reported.add(pair);
    return [fault(collection.nsid, `${pair} both give the GraphQL name ${name}: rename one, or leave one out`)];
  });
};

const memberFaults: typeof memberNameFaults = (id, properties, fault) => [
  ...memberNameFaults(id, properties, fault),
  ...inheritedNameFaults(id, properties, fault)
];

/**
 * Lists definitions, or properties of one object, that would have the same name in GraphQL, and names that cannot be
 * used. The domain decides this because it decides which Lexicons may be active together.
 */
export const nameFaults = (
  collections: ReadonlyArray<Collection>,
  objects: ReadonlyMap<string, ObjectDefinition>,
  definitions: ReadonlyMap<string, Definition>
): ReadonlyArray<LexiconFault> => {
  const fault: FaultOf = (id, reason) => {
    const definition = definitions.get(id) ?? definitions.get(documentOf(id));
    const path = definition === undefined ? "" : `defs.${definition.name}`;
    return { kind: "name", file: definition?.source.file ?? documentOf(id), path, reason };
  };
  return [
    ...typeNameFaults(collections, objects, fault),
    ...joinNameFaults(collections, objects, fault),
    ...collections.flatMap(({ nsid, properties }) => memberFaults(nsid, properties, fault)),
    ...[...objects.values()].flatMap(({ id, properties }) => memberFaults(id, properties, fault))
  ];
};
