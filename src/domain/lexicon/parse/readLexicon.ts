import { isValidLexiconDoc, type LexiconDoc, lexiconDoc } from "@atproto/lexicon";
import * as Either from "effect/Either";
import { isJsonObject } from "../../json/isJsonObject.ts";
import type { Json, JsonObject } from "../../json/Json.ts";
import type { LexiconFile } from "../import/LexiconFile.ts";
import { isShallow, maxLexiconDepth } from "./isShallow.ts";
import type { LexiconFault } from "./LexiconFault.ts";
import { liftInlineObjects } from "./liftInlineObjects.ts";

/** A document that is a valid Lexicon on its own. Whether its references resolve depends on the set. */
export interface ReadLexicon {
  readonly file: string;
  /** The document as supplied. */
  readonly document: JsonObject;
  /** The document without inline objects and invalid definitions. */
  readonly lexicon: LexiconDoc;
  /** The omitted invalid definitions by name, with all faults of each. */
  readonly invalid: ReadonlyMap<string, ReadonlyArray<LexiconFault>>;
}

const definitionName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Returns faults that the library does not detect, by path within the definition; null where there are none. */
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

/** Validates a document by the rules of Lexicon version 1. */
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

/** Returns the faults of each definition that is invalid on its own. */
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
 * Validates one document by the rules of Lexicon version 1 (AT Protocol, Lexicon). Fails with all faults of the
 * document itself. An invalid definition is omitted; the set decides whether that is a fault.
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
