import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import type { Json, JsonObject } from "../../../../domain/json/Json.ts";
import type { Property, PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { referenceTarget } from "../../../../domain/lexicon/model/Reference.ts";
import { operandTypeOf } from "../../../../domain/record/query/OperandType.ts";
import { listHash } from "../../../../domain/record/value/listHash.ts";
import { propertyAt } from "../../../../domain/record/value/propertyAt.ts";
import { referenceUri } from "../../../../domain/record/value/referenceUri.ts";
import { type LinkPath, linkKey, pathKey } from "./pathKeys.ts";
import { facets, facetValues } from "./StoredProperty.ts";

type Objects = LexiconSet["objects"];

/**
 * The number of nodes that are kept for a table. Lexicons of the field need a few hundred. Records of recursive types
 * could reach any number, so that nodes beyond it are made each time.
 */
const maxNodes = 5_000;

/** What the nodes of one table share. */
class Shared {
  readonly objects: Objects;
  /** The keys of references that have a column. */
  readonly inColumns: ReadonlySet<string>;
  nodes = 0;

  constructor(objects: Objects, inColumns: ReadonlySet<string>) {
    this.objects = objects;
    this.inColumns = inColumns;
  }
}

type Members = ReadonlyArray<readonly [name: string, node: StoredPath]>;

/** Collects what is stored of a record by its keys. */
class Collected {
  readonly values: Record<string, Json> = {};
  readonly links = new Map<string, Set<string>>();

  link(key: string, uri: string): void {
    const known = this.links.get(key);
    if (known === undefined) this.links.set(key, new Set([uri]));
    else known.add(uri);
  }

  result(): JsonObject {
    for (const [key, uris] of this.links) this.values[key] = [...uris];
    return this.values;
  }
}

/** What is stored of the values at one path. */
class StoredPath {
  readonly #shared: Shared;
  readonly #type: PropertyType;
  readonly #path: LinkPath;
  /** Whether the path passes only through objects, so that a record has at most one value there. */
  readonly #isSingle: boolean;
  readonly #facetKeys: ReadonlyArray<string>;
  readonly #presenceKey: string | null;
  readonly #hashKey: string | null;
  readonly #linkKey: string | null;
  readonly #members = new Map<string, Members>();
  #item: StoredPath | null = null;

  constructor(shared: Shared, type: PropertyType, path: LinkPath, isSingle: boolean) {
    const operand = operandTypeOf(type);
    const isDeep = path.length > 1;
    this.#shared = shared;
    this.#type = type;
    this.#path = path;
    this.#isSingle = isSingle;
    this.#facetKeys =
      isSingle && isDeep && operand !== null ? facets[operand].map((facet) => pathKey(facet, path)) : [];
    this.#presenceKey = isSingle && type._tag !== "Scalar" ? pathKey("p", path) : null;
    this.#hashKey = isSingle && type._tag === "List" && !isDeep ? pathKey("h", path) : null;
    const key = referenceTarget(type) === "uri" ? linkKey(path) : null;
    this.#linkKey = key === null || shared.inColumns.has(key) ? null : key;
    shared.nodes += 1;
  }

  collect(stored: Json, into: Collected): void {
    if (this.#presenceKey !== null) into.values[this.#presenceKey] = true;
    if (this.#facetKeys.length > 0) this.#collectFacets(stored, into);
    if (this.#linkKey !== null) {
      const uri = referenceUri(stored);
      if (uri !== null) into.link(this.#linkKey, uri);
    }
    if (this.#type._tag === "List") this.#collectItems(stored, into);
    else if (isJsonObject(stored)) this.#collectMembers(stored, into);
  }

  #collectFacets(stored: Json, into: Collected): void {
    const operand = operandTypeOf(this.#type);
    if (operand === null) return;
    const values = facetValues(operand, stored);
    for (const [at, facet] of facets[operand].entries()) {
      const [key, value] = [this.#facetKeys[at], values[at] ?? null];
      if (key === undefined || value === null || facet === "d") continue;
      // JSON has no bigint; the column is read as text either way.
      into.values[key] = typeof value === "bigint" ? String(value) : value;
    }
  }

  #collectItems(stored: Json, into: Collected): void {
    if (!isList(stored)) return;
    const hash = this.#hashKey === null ? null : listHash(stored);
    if (this.#hashKey !== null && hash !== null) into.values[this.#hashKey] = hash;
    const node = this.#itemNode();
    if (node !== null) for (const item of stored) node.collect(item, into);
  }

  #itemNode(): StoredPath | null {
    if (this.#item !== null || this.#type._tag !== "List") return this.#item;
    const node = new StoredPath(this.#shared, this.#type.item, [...this.#path, 0], false);
    if (this.#shared.nodes <= maxNodes) this.#item = node;
    return node;
  }

  #collectMembers(stored: JsonObject, into: Collected): void {
    const id = objectId(stored, this.#type);
    if (id === null) return;
    const known = this.#members.get(id);
    collectMembers(known ?? this.#membersOf(id), stored, into);
  }

  #membersOf(id: string): Members {
    const isSingle = this.#isSingle && this.#type._tag === "Object";
    const members = membersOf(this.#shared, this.#shared.objects.get(id)?.properties ?? [], this.#path, isSingle);
    if (this.#shared.nodes <= maxNodes) this.#members.set(id, members);
    return members;
  }
}

const membersOf = (shared: Shared, properties: ReadonlyArray<Property>, above: LinkPath, isSingle: boolean): Members =>
  properties.map(({ name, type }) => [name, new StoredPath(shared, type, [...above, name], isSingle)]);

const collectMembers = (members: Members, value: JsonObject, into: Collected): void => {
  for (const [name, node] of members) {
    const stored = Object.hasOwn(value, name) ? value[name] : undefined;
    if (stored !== undefined && stored !== null) node.collect(stored, into);
  }
};

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value);

/** The id of an object's definition. In a union, `$type` may name a main definition with or without `#main`. */
const objectId = (value: JsonObject, type: PropertyType): string | null => {
  if (type._tag === "Object") return type.id;
  if (type._tag !== "Union") return null;
  const named = propertyAt(value, ["$type"]);
  return type.variants.find((id) => named === id || named === `${id}#main`) ?? null;
};

/**
 * Returns the function that computes what is stored of a record beside the columns of its properties, by the keys of
 * `pathKey` and `linkKey`: facets of scalars in objects, which properties are present, hashes of lists, and the
 * addresses that the record refers to, except for those in `inColumns`.
 */
export const storedPaths = (
  properties: ReadonlyArray<Property>,
  objects: Objects,
  inColumns: ReadonlySet<string>
): ((value: JsonObject) => JsonObject) => {
  const members = membersOf(new Shared(objects, inColumns), properties, [], true);
  return (value) => {
    const collected = new Collected();
    collectMembers(members, value, collected);
    return collected.result();
  };
};
