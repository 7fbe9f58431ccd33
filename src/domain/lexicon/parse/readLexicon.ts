import { isValidLexiconDoc, type LexiconDoc, lexiconDoc } from "@atproto/lexicon";
import * as Either from "effect/Either";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import type { LexiconFile } from "../import/LexiconFile.ts";
import { isShallow, maxLexiconDepth } from "./isShallow.ts";
import type { LexiconFault } from "./LexiconFault.ts";
import { liftInlineObjects } from "./liftInlineObjects.ts";

/** One document that is a Lexicon by itself; whether its references lead anywhere depends on the set. */
export interface ReadLexicon {
  readonly file: string;
  /** As it was given. */
  readonly document: JsonObject;
  /** The same without inline objects and without invalid definitions. */
  readonly lexicon: LexiconDoc;
  /** The definitions that are left out because they are invalid, by name, with all that is wrong with each. */
  readonly invalid: ReadonlyMap<string, ReadonlyArray<LexiconFault>>;
}

const definitionName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** What the library does not see, by the path within the definition; null where nothing is wrong. */
const uncheckedFault = (name: string, schema: Json): { readonly below: string; readonly reason: string } | null => {
  if (!definitionName.test(name))
    return { below: "", reason: "a definition's name is letters, digits, - and _, and starts with a letter" };
  if (isJsonObject(schema) && schema.type === "unknown")
    return { below: ".type", reason: "unknown is for properties only and cannot be a definition" };
  return null;
};

interface Attempt {
  readonly lexicon: LexiconDoc | null;
  readonly faults: ReadonlyArray<LexiconFault>;
}

/** Checks a document by the rules of Lexicon version 1. */
const attempt = (file: string, document: JsonObject): Attempt => {
  const { document: lifted, origins } = liftInlineObjects(document);
  if (isValidLexiconDoc(lifted)) return { lexicon: lifted, faults: [] };
  const issues = lexiconDoc.safeParse(lifted).error?.issues ?? [];
  const faults = issues.map(
    ({ message, path }): LexiconFault => ({
      kind: "document",
      file,
      path: originalPath(path, origins),
      reason: message === "Required" ? "is missing" : message
    })
  );
  return { lexicon: null, faults };
};

const originalPath = (path: ReadonlyArray<string | number>, origins: ReadonlyMap<string, string>): string => {
  const [first, name, ...rest] = path;
  const origin = first === "defs" ? origins.get(String(name)) : undefined;
  return origin === undefined ? path.join(".") : [origin, ...rest].join(".");
};

/** The faults of each definition that is invalid by itself. */
const invalidDefinitions = (file: string, document: JsonObject, definitions: JsonObject) =>
  new Map(
    Object.entries(definitions).flatMap(([name, schema]): ReadonlyArray<[string, ReadonlyArray<LexiconFault>]> => {
      const seen = uncheckedFault(name, schema);
      if (seen !== null)
        return [[name, [{ kind: "document", file, path: `defs.${name}${seen.below}`, reason: seen.reason }]]];
      const { faults } = attempt(file, { ...document, defs: { [name]: schema } });
      return faults.length === 0 ? [] : [[name, faults]];
    })
  );

/**
 * Checks one document by the rules of Lexicon version 1 (AT Protocol, Lexicon). Fails with all that is wrong with the
 * document itself; a definition that is invalid is left out, and the set decides whether that is a fault.
 */
export const readLexicon = ({
  document,
  file
}: LexiconFile): Either.Either<ReadLexicon, ReadonlyArray<LexiconFault>> => {
  const fault = (reason: string): LexiconFault => ({ kind: "document", file, path: "", reason });
  if (!isJsonObject(document)) return Either.left([fault("must be a JSON object")]);
  if (!isShallow(document)) {
    return Either.left([fault(`is nested more than ${maxLexiconDepth} levels deep`)]);
  }
  const definitions = isJsonObject(document.defs) ? document.defs : {};
  const full = attempt(file, document);
  if (
    full.lexicon !== null &&
    Object.entries(definitions).every(([name, schema]) => uncheckedFault(name, schema) === null)
  )
    return Either.right({ file, document, lexicon: full.lexicon, invalid: new Map() });
  const frame = attempt(file, isJsonObject(document.defs) ? { ...document, defs: {} } : document);
  if (frame.lexicon === null) return Either.left(full.faults);
  const invalid = invalidDefinitions(file, document, definitions);
  const valid = Object.entries(definitions).filter(([name]) => !invalid.has(name));
  const { lexicon, faults } = attempt(file, { ...document, defs: Object.fromEntries(valid) });
  return lexicon === null ? Either.left(faults) : Either.right({ file, document, lexicon, invalid });
};
