import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { AtUri, parseAtUri } from "../atproto/AtUri.ts";
import { Did } from "../atproto/Did.ts";
import { isJsonObject } from "../json/isJsonObject.ts";
import type { Json, JsonObject } from "../json/Json.ts";
import type { Collection, Property, PropertyType } from "../lexicon/model/Collection.ts";
import type { LexiconSet } from "../lexicon/model/LexiconSet.ts";
import { referenceTarget } from "../lexicon/model/Reference.ts";
import { maxReferenceLength } from "../record/value/referenceUri.ts";
import { type AccountReference, compareReferences } from "./AccountReference.ts";

/** The number of accounts that one record can refer to. Of more, those with the lowest DIDs count. */
export const maxReferredAccounts = 1000;

/** In characters. No `did:plc` and no `did:web` of an account is longer (AT Protocol, DID). */
const maxDidLength = 300;

/** The number of names in a path. Recursive objects could hold references at any depth. */
const maxPathLength = 16;

type Objects = LexiconSet["objects"];

/** Returns the references of a record's value to accounts other than its author, one for each account, sorted by DID. */
export type AccountReferences = (value: JsonObject, author: Did) => ReadonlyArray<AccountReference>;

const isDid = Schema.is(Did);

/** The string formats whose values can refer to an account (AT Protocol, Lexicon, string formats). */
const formats: ReadonlySet<string | null> = new Set(["did", "at-uri", "at-identifier", "uri"]);

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value);

const below = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Which properties of the objects of a set can hold references, so that a record's other properties are not visited. */
class ReferenceSchema {
  readonly #objects: Objects;
  readonly #members = new Map<string, ReadonlyArray<Property>>();

  constructor(objects: Objects) {
    this.#objects = objects;
  }

  /** Returns the properties of an object that can hold references; null if the set has no such object. */
  members(id: string): ReadonlyArray<Property> | null {
    const found = this.#members.get(id);
    if (found !== undefined) return found;
    const object = this.#objects.get(id);
    if (object === undefined) return null;
    const members = this.among(object.properties);
    this.#members.set(id, members);
    return members;
  }

  among(properties: ReadonlyArray<Property>): ReadonlyArray<Property> {
    return properties.filter(({ type }) => this.#canRefer(type, new Set()));
  }

  #canRefer(type: PropertyType, passed: Set<string>): boolean {
    switch (type._tag) {
      case "Scalar":
        return formats.has(type.format);
      case "List":
        return this.#canRefer(type.item, passed);
      case "Object":
        return referenceTarget(type) !== null || this.#objectCanRefer(type.id, passed);
      case "Union":
        return !type.closed || type.variants.some((id) => this.#objectCanRefer(id, passed));
      case "Unknown":
        return true;
      default:
        return false;
    }
  }

  /** An object that was passed before was found to hold none, or is being searched. */
  #objectCanRefer(id: string, passed: Set<string>): boolean {
    if (passed.has(id)) return false;
    passed.add(id);
    return (this.#objects.get(id)?.properties ?? []).some(({ type }) => this.#canRefer(type, passed));
  }
}

/** Collects the references of one record. */
class ReferenceWalk {
  readonly found = new Map<Did, AccountReference>();
  readonly #schema: ReferenceSchema;
  readonly #author: Did;

  constructor(schema: ReferenceSchema, author: Did) {
    this.#schema = schema;
    this.#author = author;
  }

  members(properties: ReadonlyArray<Property>, value: JsonObject, path: string, depth: number): void {
    if (depth === maxPathLength) return;
    for (const { name, type } of properties) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member !== undefined && member !== null) this.#visit(type, member, below(path, name), depth + 1);
    }
  }

  #visit(type: PropertyType, value: Json, path: string, depth: number): void {
    switch (type._tag) {
      case "Scalar":
        if (formats.has(type.format) && typeof value === "string") this.#text(value, path);
        return;
      case "List":
        if (isList(value)) for (const item of value) this.#visit(type.item, item, path, depth);
        return;
      case "Object":
        if (isJsonObject(value)) this.#object(type.id, value, path, depth);
        return;
      case "Union":
        if (isJsonObject(value)) this.#typed(value, path, depth);
        return;
      case "Unknown":
        this.#unknown(value, path, depth);
        return;
    }
  }

  #object(id: string, value: JsonObject, path: string, depth: number): void {
    if (referenceTarget({ _tag: "Object", id }) !== null) {
      const uri = Object.hasOwn(value, "uri") ? value.uri : null;
      if (typeof uri === "string") this.#text(uri, path);
      return;
    }
    this.members(this.#schema.members(id) ?? [], value, path, depth);
  }

  /** Visits an object by its `$type`. In an open union it may be any definition of the set (AT Protocol, Lexicon, union). */
  #typed(value: JsonObject, path: string, depth: number): boolean {
    const named = Object.hasOwn(value, "$type") ? value.$type : null;
    if (typeof named !== "string") return false;
    const id = named.endsWith("#main") ? named.slice(0, -"#main".length) : named;
    if (this.#schema.members(id) === null) return false;
    this.#object(id, value, path, depth);
    return true;
  }

  /** Where the Lexicon says nothing of a value, only objects that state their type count, at any depth. */
  #unknown(value: Json, path: string, depth: number): void {
    if (isList(value)) for (const item of value) this.#unknown(item, path, depth);
    else if (isJsonObject(value) && !this.#typed(value, path, depth) && depth < maxPathLength)
      for (const [name, member] of Object.entries(value)) this.#unknown(member, below(path, name), depth + 1);
  }

  #text(text: string, reason: string): void {
    if (text.length > maxReferenceLength) return;
    if (text.startsWith("at://")) {
      const address = Option.getOrNull(parseAtUri(text));
      if (address !== null) this.#add({ did: address.did, reason, subject: AtUri.make(text, true) });
    } else if (isDid(text)) this.#add({ did: text, reason, subject: null });
  }

  #add(reference: AccountReference): void {
    const { did } = reference;
    if (did === this.#author || did.length > maxDidLength) return;
    const before = this.found.get(did);
    if (before === undefined || compareReferences(reference, before) < 0) this.found.set(did, reference);
  }
}

const byDid = (left: AccountReference, right: AccountReference): number => (left.did < right.did ? -1 : 1);

/**
 * Returns the function that finds the references of a collection's records, as its Lexicon describes them: texts of the
 * formats `did`, `at-uri`, `at-identifier` and `uri` that are a DID or the AT URI of a record, and strong references, in
 * objects, lists and unions. Mention facets are among them, because their DID has the format `did`. Handles do not count,
 * because they can move to another account.
 */
export const accountReferences = ({ properties }: Collection, objects: Objects): AccountReferences => {
  const schema = new ReferenceSchema(objects);
  const members = schema.among(properties);
  return (value, author) => {
    if (members.length === 0) return [];
    const walk = new ReferenceWalk(schema, author);
    walk.members(members, value, "", 0);
    const found = walk.found.size > 1 ? [...walk.found.values()].sort(byDid) : [...walk.found.values()];
    return found.slice(0, maxReferredAccounts);
  };
};
