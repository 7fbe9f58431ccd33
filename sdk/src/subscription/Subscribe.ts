import type { TypedDocument } from "../document/TypedDocument.ts";
import type { AnyVariables, NoVariables } from "../graphql/Execute.ts";
import type { TidemarkError } from "../TidemarkError.ts";

/**
 * Why a subscription ended: the server completed it, the user logged out or the login ended (here or in another tab), or
 * it failed, which `onError` reports first.
 */
export type SubscriptionEnd = "completed" | "logged_out" | "failed";

/** Whether events arrive, or the connection is being established, for the first time or again. */
export type SubscriptionStatus = "connecting" | "live";

export interface SubscriptionOptions<Data> {
  /** Called for each event. A subscription whose `after` is `cursor` continues after the event. */
  readonly onData: (data: Data, event: { readonly cursor: string }) => void;
  /**
   * Called if the subscription fails, before `onEnd`, and for each event with errors, after which the subscription
   * continues. The codes `CURSOR_TOO_OLD`, `CURSOR_AHEAD` and `BAD_CURSOR` mean that events are missing: query again.
   */
  readonly onError: (error: TidemarkError) => void;
  /** Called once when the subscription ends, unless the app ended it. */
  readonly onEnd?: ((reason: SubscriptionEnd) => void) | undefined;
  /** Called when the connection is established or lost. A lost one is established again without a gap. */
  readonly onStatus?: ((status: SubscriptionStatus) => void) | undefined;
  /** Ends the subscription. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a subscription and returns the function that ends it. The document declares `$after: String` and passes it as
 * `after: $after`: with this variable, the subscription continues after a cursor, and after every lost connection.
 */
export interface Subscribe {
  <Data = unknown>(
    document: string,
    variables: AnyVariables | undefined,
    options: SubscriptionOptions<Data>
  ): () => void;
  <Data>(
    document: TypedDocument<Data, NoVariables>,
    variables: undefined,
    options: SubscriptionOptions<NoInfer<Data>>
  ): () => void;
  <Data, Variables>(
    document: TypedDocument<Data, Variables>,
    variables: NoInfer<Variables>,
    options: SubscriptionOptions<NoInfer<Data>>
  ): () => void;
}
