import * as Either from "effect/Either";
import * as ParseResult from "effect/ParseResult";
import * as Schema from "effect/Schema";

/** How deep objects and lists may be nested. */
const maxDepth = 32;

/** The strings and the structure of a JSON text; numbers and literals, and what is between, are of no interest. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

const textOf = (literal: string): string => (literal.includes("\\") ? JSON.parse(literal) : literal.slice(1, -1));

/** What is wrong with a JSON text that is well-formed: a name that an object has twice, or too much depth. */
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
 * A document of somebody else that decisions hang on, as JSON text: no member may be there twice, since another reader
 * would take the other one (RFC 8259 section 4), nor nesting be deeper than such documents are.
 */
export const strictJson = <A, I>(schema: Schema.Schema<A, I>): Schema.Schema<A, string> =>
  Schema.compose(StrictJson, schema, { strict: false });
