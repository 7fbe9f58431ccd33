import type { TypedDocument } from "../document/TypedDocument.ts";

export interface RequestOptions {
  /** Ends the request when it is aborted. */
  readonly signal?: AbortSignal;
}

export interface MutationOptions extends RequestOptions {
  /** Names what is to be done, so that it is done once; a fresh one for each call unless given. Give the same again to repeat a mutation whose outcome is unknown. */
  readonly idempotencyKey?: string;
}

/** No variables: what a document takes that needs none. */
export type NoVariables = Record<never, never>;

/** The variables of a document without types. */
export type AnyVariables = Readonly<Record<string, unknown>>;

/** Sends a document and gives its `data`, whose type a typed document knows. Throws a `TidemarkError` for an answer with `errors`. */
export interface Execute<Options> {
  <Result = unknown>(document: string, variables?: AnyVariables | undefined, options?: Options): Promise<Result>;
  <Result>(document: TypedDocument<Result, NoVariables>, variables?: undefined, options?: Options): Promise<Result>;
  <Result, Variables>(
    document: TypedDocument<Result, Variables>,
    variables: NoInfer<Variables>,
    options?: Options
  ): Promise<Result>;
}
