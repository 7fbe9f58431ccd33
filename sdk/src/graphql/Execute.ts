import type { TypedDocument } from "../document/TypedDocument.ts";

export interface RequestOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Called with the cursor of the result: a subscription whose `after` it is continues exactly there. */
  readonly onCursor?: (cursor: string) => void;
}

export interface MutationOptions extends RequestOptions {
  /** Identifies the mutation, so that it is performed once; by default, a new key for each call. Pass the same key again to repeat a mutation whose outcome is unknown. */
  readonly idempotencyKey?: string;
}

/** The variables of a document that needs none. */
export type NoVariables = Record<never, never>;

/** The variables of a document without types. */
export type AnyVariables = Readonly<Record<string, unknown>>;

/** Sends a document and returns its `data`, typed if the document is. Throws a `TidemarkError` if the response has `errors`. */
export interface Execute<Options> {
  <Result = unknown>(document: string, variables?: AnyVariables | undefined, options?: Options): Promise<Result>;
  <Result>(document: TypedDocument<Result, NoVariables>, variables?: undefined, options?: Options): Promise<Result>;
  <Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: NoInfer<Variables>,
    options?: Options
  ): Promise<Result>;
}
