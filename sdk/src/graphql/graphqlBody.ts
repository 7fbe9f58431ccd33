import { printDocument } from "../document/printDocument.ts";
import type { AnyDocument } from "../document/TypedDocument.ts";
import { TidemarkError } from "../TidemarkError.ts";
import type { MutationOptions } from "./Execute.ts";

const bodyOf = (document: AnyDocument, variables: object | undefined): string => {
  try {
    return JSON.stringify({ query: printDocument(document), variables });
  } catch (cause) {
    throw new TidemarkError("configuration", `The document or its variables cannot be encoded as JSON: ${cause}`, {
      cause
    });
  }
};

/** Creates a request according to GraphQL over HTTP. */
export const graphqlBody = (
  document: AnyDocument,
  variables: object | undefined,
  { idempotencyKey, onCursor, signal }: MutationOptions
): RequestInit => ({
  method: "POST",
  headers: {
    "content-type": "application/json",
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    ...(onCursor && { "tidemark-cursor": "1" })
  },
  body: bodyOf(document, variables),
  signal: signal ?? null
});
