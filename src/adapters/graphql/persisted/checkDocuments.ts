import * as Either from "effect/Either";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { prepareDocument } from "../plan/document/prepareDocument.ts";
import type { Limits } from "../plan/Limits.ts";
import type { PlanError } from "../plan/PlanError.ts";
import { rootFields } from "../rootFields.ts";
import { buildApiSchema } from "../schema/buildApiSchema.ts";
import type { DocumentFault, PersistedDocument } from "./PersistedDocument.ts";

const place = ({ locations: [at] = [] }: PlanError): string => (at ? ` (line ${at.line}, column ${at.column})` : "");

/** Returns all faults of documents under the active Lexicons: syntax, limits, and unknown fields. */
export const checkDocuments = (
  lexicons: LexiconSet,
  documents: ReadonlyArray<PersistedDocument>,
  limits: Limits
): ReadonlyArray<DocumentFault> => {
  const api = buildApiSchema(lexicons, rootFields);
  return documents.flatMap(({ name, text }) =>
    Either.match(prepareDocument(api.schema, text, limits), {
      onLeft: (errors) => errors.map((error) => ({ name, reason: `${error.message}${place(error)}` })),
      onRight: ({ operations }) => (operations.length === 0 ? [{ name, reason: "has no operation" }] : [])
    })
  );
};
