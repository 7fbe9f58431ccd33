import * as Either from "effect/Either";
import * as ParseResult from "effect/ParseResult";
import * as Schema from "effect/Schema";

/** The maximum nesting depth of objects and arrays. */
const maxDepth = 32;

/** Matches the strings and the structure of a JSON text, and skips numbers, literals and white space. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

const textOf = (literal: string): string => (literal.includes("\\") ? JSON.parse(literal) : literal.slice(1, -1));

/** Returns what is wrong with a well-formed JSON text: a duplicate name in an object, or excessive nesting. */
const flawOf = (text: string): string | null => {
  const names: Array<Set<string> | null> = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{" || token === "[") names.push(token === "{" ? new Set() : null);
    else if (token === "}" || token === "]") names.pop();
    else if (token === ":") {
      const known = names.at(-1);
      const name = textOf(last);
      if (known?.has(name) === true) return "an object has a member twice";
      known?.add(name);
    } else last = token;
    if (names.length > maxDepth) return `objects and lists are nested more than ${maxDepth} deep`;
  }
  return null;
};

const parse = (text: string): Either.Either<unknown, string> =>
  Either.flatMap(Either.try({ try: (): unknown => JSON.parse(text), catch: () => "is not JSON" }), (value) => {
    const flaw = flawOf(text);
    return flaw === null ? Either.right(value) : Either.left(flaw);
  });

const StrictJson = Schema.transformOrFail(Schema.String, Schema.Unknown, {
  strict: true,
  decode: (text, _, ast) => Either.mapLeft(parse(text), (flaw) => new ParseResult.Type(ast, text, flaw)),
  encode: (value) => ParseResult.succeed(JSON.stringify(value))
});

/**
 * A JSON text from another party on which decisions depend. Duplicate members are rejected, because another parser
 * might use the other one (RFC 8259 section 4), and so is nesting deeper than such documents need.
 */
export const strictJson = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<A, string> =>
  Schema.compose(StrictJson, schema, { strict: false });
