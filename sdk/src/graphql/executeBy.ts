import type { AnyDocument } from "../document/TypedDocument.ts";
import type { ParsedResponse } from "../http/ParsedResponse.ts";
import { onlyTidemarkErrors } from "../onlyTidemarkErrors.ts";
import type { MutationOptions } from "./Execute.ts";
import { graphqlBody } from "./graphqlBody.ts";

/** Sends a request, again if necessary, and returns the body of its response. Throws a `TidemarkError` if it has errors. */
export type Send = (path: string, init: RequestInit) => Promise<ParsedResponse["body"]>;

/** Returns the function that sends a document by `send` and returns its data. */
export const executeBy =
  (send: Send) =>
  <Result>(document: AnyDocument, variables?: object, options: MutationOptions = {}): Promise<Result> =>
    onlyTidemarkErrors(async () => {
      const { data, extensions } = await send("/graphql", graphqlBody(document, variables, options));
      options.onCursor?.(String(Object(extensions).cursor));
      // A typed document was generated from the schema of the instance, which guarantees the type.
      return data as Result;
    }, options.signal);
