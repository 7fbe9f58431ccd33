import * as Encoding from "effect/Encoding";
import fc, { type GeneratorValue } from "fast-check";
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType
} from "graphql";
import { sortFingerprint } from "../../src/domain/record/query/Cursor.ts";

/** Texts that mean something to whoever reads them in the wrong place. */
const texts = [
  ..."'\"\\`;$%_?:*()[]{}<>,.|&#@!~^/ \n\t\0",
  ...[
    "'; drop table tidemark.events; --",
    '" or ""="',
    "$1",
    "$$",
    "%s",
    "?",
    "?|",
    "::text",
    "\\'",
    "e'\\x41'",
    "\\x",
    "\\u0000"
  ],
  ...["\ud800", "\udfff", "\u202e", "\ufeff", "\u0301", "🌊", "ß", "İ", "ﬀ", "\u2028"],
  ...[
    "null",
    "true",
    "NaN",
    "Infinity",
    "-infinity",
    "infinity",
    "epoch",
    "now",
    "today",
    "allballs",
    "0",
    "-1",
    "1e400"
  ],
  ...[
    "2026-11-27T12:00:00Z",
    "2026-13-45T99:99:99Z",
    "0000-00-00T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "+275760-09-13T00:00:00.001Z"
  ],
  ...[
    "9999-12-31T23:59:59.999999999+23:59",
    "2026-02-29T00:00:00Z",
    "2026-11-27",
    "0001-01-01T00:00:00+14:00",
    "2026-11-27T12:00:00 BC"
  ],
  ...[
    "at://did:plc:alice234alice234alice234/xyz.statusphere.status/a",
    "at://",
    "at://'/x/y",
    "did:plc:alice234alice234alice234",
    "did:"
  ],
  ...[
    "status",
    "createdAt",
    "uri",
    "value",
    "__proto__",
    "constructor",
    "toString",
    "self",
    "a",
    "{}",
    "[]",
    "{1,2}",
    '{"a":1}',
    ""
  ]
];

/** Names that GraphQL lets through, and that mean something elsewhere. */
const names = [
  "select",
  "from",
  "null",
  "true",
  "__proto__",
  "constructor",
  "toString",
  "valueOf",
  "then",
  "_",
  "_0",
  "uri"
];

const text = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom("\0", "a\0b", "\ud800", "\\", "'", "%", "infinity", "\x01\x03") },
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom(...texts), { maxLength: 4 }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom("x", "'", "\\", "%", "🌊").map((one) => one.repeat(3_000)) }
);
const name = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[_a-zA-Z][_a-zA-Z0-9]{0,70}$/));
const date = fc.constantFrom(...texts.filter((each) => /^\d{4}-\d\d-\d\dT/.test(each)));
const small = fc.integer({ min: 0, max: 5 });
const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 2, 50, 1001, 2 ** 31 - 1, -(2 ** 31), 2 ** 31, 1e21, 0.5),
  fc.integer()
);

const newestFirst = sortFingerprint([{ operand: { _tag: "MetaOperand", meta: "indexedAt" }, direction: "DESC" }]);
const bigNumber = fc.constantFrom(0, -1, 1e15, -1e15, 2 ** 53, 9.3e18, -9.3e18, 1e300, -1e300);

/** A cursor that somebody wrote, for the order without a `sortBy`. */
const forgedCursor = fc
  .tuple(text, fc.oneof(bigNumber, fc.maxSafeInteger(), text, fc.constant(null)))
  .map((parts) => Encoding.encodeBase64Url(JSON.stringify([newestFirst, ...parts])));

/** Draws a request from a schema: a field of it, with all kinds of values in all kinds of its arguments. */
export class RequestFuzzer {
  readonly #schema: GraphQLSchema;
  readonly #draw: GeneratorValue;
  readonly #variables = new Map<string, { readonly type: string; readonly value: unknown }>();

  constructor(schema: GraphQLSchema, draw: GeneratorValue) {
    this.#schema = schema;
    this.#draw = draw;
  }

  #chance(percent: number): boolean {
    return this.#draw(fc.nat, { max: 99 }) < percent;
  }

  #oneOf<A>(choices: ReadonlyArray<A>): A {
    const found = choices[this.#draw(fc.nat, { max: choices.length - 1 })];
    if (found === undefined) throw new Error("nothing to choose from");
    return found;
  }

  #some<A>(choices: ReadonlyArray<A>, most: number): ReadonlyArray<A> {
    if (choices.length === 0) return [];
    return [...new Set(Array.from({ length: this.#draw(fc.nat, { max: most }) }, () => this.#oneOf(choices)))];
  }

  /** A value of a type, or close to one. */
  #value(type: GraphQLInputType, depth: number): unknown {
    if (isNonNullType(type)) return this.#value(type.ofType, depth);
    if (this.#chance(5)) return null;
    if (this.#chance(1)) return this.#draw(() => text);
    if (isListType(type)) {
      return Array.from({ length: this.#draw(fc.nat, { max: 3 }) }, () => this.#value(type.ofType, depth + 1));
    }
    if (isEnumType(type)) {
      return this.#chance(97) ? this.#oneOf(type.getValues()).name : this.#draw(() => text);
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const required = fields.filter((field) => isNonNullType(field.type));
      const chosen = this.#some(depth > 4 ? fields.filter((field) => isLeafType(getNamedType(field.type))) : fields, 3);
      const entries = [...required, ...chosen].map((field) => [field.name, this.#value(field.type, depth + 1)]);
      return Object.fromEntries(entries);
    }
    switch (type.name) {
      case "Int":
      case "Float":
        if (this.#chance(60)) return this.#draw(() => small);
        return this.#chance(90) ? this.#draw(() => number) : this.#draw(() => text);
      case "Boolean":
        return this.#draw(fc.boolean);
      case "DateTime":
        return this.#chance(70) ? this.#draw(() => date) : this.#draw(() => text);
      case "JSON":
        return this.#draw(fc.jsonValue, { maxDepth: 3, stringUnit: "binary" });
      default:
        return this.#draw(() => text);
    }
  }

  #literal(value: unknown, type: GraphQLInputType): string {
    if (isNonNullType(type)) return this.#literal(value, type.ofType);
    const named = getNamedType(type);
    if (Array.isArray(value))
      return `[${value.map((item) => this.#literal(item, isListType(type) ? type.ofType : type)).join(", ")}]`;
    if (typeof value === "object" && value !== null) {
      const fields = isInputObjectType(named) ? named.getFields() : {};
      const members = Object.entries(value).map(([key, member]) => {
        const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
        return field === undefined ? "" : `${key}: ${this.#literal(member, field.type)}`;
      });
      return `{${members.join(" ")}}`;
    }
    const isName = isEnumType(named) && typeof value === "string" && /^[_a-zA-Z]\w*$/.test(value);
    return isName && this.#chance(70) ? value : JSON.stringify(value);
  }

  #arguments({ args }: GraphQLField<unknown, unknown>): string {
    const required = args.filter((argument) => isNonNullType(argument.type));
    const conditions = args.filter((argument) => argument.name === "where" && this.#chance(60));
    const given = new Set([...required, ...conditions, ...this.#some(args, 3)]);
    const written = [...given].map((argument) => {
      const isCursor = argument.name === "after" || argument.name === "before";
      const value = isCursor && this.#chance(90) ? this.#draw(() => forgedCursor) : this.#value(argument.type, 0);
      if (this.#chance(50)) return `${argument.name}: ${this.#literal(value, argument.type)}`;
      const variable = this.#chance(10) ? this.#draw(() => name) : `v${this.#variables.size}`;
      this.#variables.set(variable, { type: String(argument.type), value });
      return `${argument.name}: $${variable}`;
    });
    return written.length === 0 ? "" : `(${written.join(", ")})`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const alias = this.#chance(20) ? `${this.#draw(() => name)}: ` : "";
    return `${alias}${field.name}${this.#arguments(field)}${this.#selection(field.type, depth + 1)}`;
  }

  #selection(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (isUnionType(named)) {
      const member = this.#oneOf(named.getTypes());
      return ` { __typename ... on ${member.name}${this.#selection(member, depth + 1)} }`;
    }
    if (!isObjectType(named)) return "";
    const fields = Object.values(named.getFields());
    const allowed = depth > 4 ? fields.filter((field) => isLeafType(getNamedType(field.type))) : fields;
    const chosen = this.#some(allowed, 4).map((field) => this.#field(field, depth));
    return ` { ${chosen.length === 0 ? "__typename" : chosen.join(" ")} }`;
  }

  /** The body of a request. */
  body(): string {
    const mutation = this.#schema.getMutationType();
    const isMutation = mutation !== undefined && mutation !== null && this.#chance(10);
    const type = isMutation ? mutation : this.#schema.getQueryType();
    if (!type) throw new Error("a schema has queries");
    const fields = Object.values(type.getFields());
    const pages = fields.filter((field) => getNamedType(field.type).name.endsWith("Connection"));
    const root = this.#field(this.#oneOf(pages.length > 0 && this.#chance(60) ? pages : fields), 0);
    const operationName = this.#chance(2) ? this.#draw(() => text) : undefined;
    const declared = [...this.#variables].map(([variable, { type: of }]) => `$${variable}: ${of}`).join(" ");
    const variables = Object.fromEntries([...this.#variables].map(([variable, { value }]) => [variable, value]));
    const query = `${isMutation ? "mutation" : "query"} ${this.#draw(() => name)}${declared && `(${declared})`} { ${root} }`;
    return JSON.stringify({ query, variables, operationName });
  }
}
