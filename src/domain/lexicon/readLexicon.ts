import { isValidLexiconDoc, type LexiconDoc, lexiconDoc } from "@atproto/lexicon";
import * as Either from "effect/Either";
import type { Json, JsonObject } from "../record/Json.ts";
import { isJsonObject } from "./isJsonObject.ts";
import type { LexiconFault } from "./LexiconFault.ts";
import type { LexiconFile } from "./LexiconFile.ts";
import { liftInlineObjects } from "./liftInlineObjects.ts";

/** One document that is a Lexicon by itself; whether its references lead anywhere is the set's to say. */
export interface ReadLexicon {
  readonly file: string;
  /** As it was given. */
  readonly document: JsonObject;
  /** The same without inline objects. */
  readonly lexicon: LexiconDoc;
  readonly origins: ReadonlyMap<string, string>;
}

/** No real Lexicon comes near it, and no recursion over a document runs out of stack below it. */
const maximalNesting = 64;

const nesting = (value: Json, limit: number): boolean => {
  if (typeof value !== "object" || value === null) return true;
  if (limit === 0) return false;
  return Object.values(value).every((member) => nesting(member, limit - 1));
};

const definitionName = /^[A-Za-z][A-Za-z0-9_-]*$/;

/** Checks one document by the rules of Lexicon version 1, and names all that is wrong with it (AT Protocol, Lexicon). */
export const readLexicon = (input: LexiconFile): Either.Either<ReadLexicon, ReadonlyArray<LexiconFault>> => {
  const { file, document } = input;
  const fault = (path: string, reason: string): LexiconFault => ({ kind: "document", file, path, reason });

  if (!isJsonObject(document)) return Either.left([fault("", "must be a JSON object")]);
  if (!nesting(document, maximalNesting)) {
    return Either.left([fault("", `is nested more than ${maximalNesting} levels deep`)]);
  }
  const definitions = document.defs;
  const names = isJsonObject(definitions) ? Object.keys(definitions) : [];
  const badNames = names
    .filter((name) => !definitionName.test(name))
    .map((name) => fault(`defs.${name}`, "a definition's name is letters, digits, - and _, and starts with a letter"));
  const bare = Object.entries(isJsonObject(definitions) ? definitions : {})
    .filter(([, definition]) => isJsonObject(definition) && definition.type === "unknown")
    .map(([name]) => fault(`defs.${name}.type`, "unknown is for properties only and cannot be a definition"));
  if (badNames.length + bare.length > 0) return Either.left([...badNames, ...bare]);

  const { document: lifted, origins } = liftInlineObjects(document);
  if (isValidLexiconDoc(lifted)) return Either.right({ file, document, lexicon: lifted, origins });
  const issues = lexiconDoc.safeParse(lifted).error?.issues ?? [];
  return Either.left(issues.map((issue) => fault(originalPath(issue.path, origins), plain(issue.message))));
};

const originalPath = (path: ReadonlyArray<string | number>, origins: ReadonlyMap<string, string>): string => {
  const [first, name, ...rest] = path;
  const origin = first === "defs" ? origins.get(String(name)) : undefined;
  return origin === undefined ? path.join(".") : [origin, ...rest].join(".");
};

const plain = (message: string): string => (message === "Required" ? "is missing" : message);
