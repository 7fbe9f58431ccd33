import type { Client, User } from "../../../sdk/src/browser/Client.ts";
import type { RequestOptions } from "../../../sdk/src/graphql/Execute.ts";
import type { SubscriptionOptions } from "../../../sdk/src/subscription/Subscribe.ts";
import { type Reason, TidemarkError } from "../../../sdk/src/TidemarkError.ts";

/** A pending call of the client. */
export interface Call {
  readonly method: "handleRedirectCallback" | "loginWithRedirect" | "logout" | "publicQuery" | "query" | "mutate";
  readonly document: string;
  readonly variables: unknown;
  readonly signal: AbortSignal | undefined;
  readonly onCursor: RequestOptions["onCursor"];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A subscription of the client. */
export interface Subscribed {
  readonly method: "subscribe" | "publicSubscribe";
  readonly document: string;
  readonly variables: unknown;
  readonly options: SubscriptionOptions<string>;
  isEnded: boolean;
}

/** A client whose calls a test completes one by one, and whose user changes as if in another tab. */
export interface FakeClient {
  readonly client: Client;
  readonly calls: Array<Call>;
  /** All subscriptions, in order. */
  readonly subscriptions: Array<Subscribed>;
  /** The number of active subscriptions to changes. */
  readonly watchers: () => number;
  readonly become: (did: string | null) => void;
  /** Changes the user without notifying anyone. */
  readonly becomeUnheard: (did: string | null) => void;
}

export const failure = (reason: Reason): TidemarkError => new TidemarkError(reason, `It is ${reason}.`);

export const makeFakeClient = (): FakeClient => {
  const calls: Array<Call> = [];
  const subscriptions: Array<Subscribed> = [];
  const subscribing =
    (method: Subscribed["method"]) =>
    // biome-ignore lint/suspicious/noExplicitAny: the test determines the events.
    (document: unknown, variables: unknown, options: SubscriptionOptions<any>) => {
      const subscribed: Subscribed = { method, document: String(document), variables, options, isEnded: false };
      subscriptions.push(subscribed);
      return () => {
        subscribed.isEnded = true;
      };
    };
  const listeners = new Set<(user: User | null) => void>();
  let user: User | null = null;
  const calling =
    (method: Call["method"]) =>
    // The test determines the result.
    // biome-ignore lint/suspicious/noExplicitAny: stands for every method of the client.
    (document?: unknown, variables?: unknown, options?: RequestOptions): Promise<any> =>
      new Promise((resolve, reject) => {
        const { onCursor, signal } = options ?? {};
        signal?.addEventListener("abort", () => reject(signal.reason));
        calls.push({ method, document: String(document), variables, signal, onCursor, resolve, reject });
      });
  const becomeUnheard = (did: string | null) => {
    user = did === null ? null : { did };
  };
  return {
    calls,
    subscriptions,
    watchers: () => listeners.size,
    becomeUnheard,
    become: (did) => {
      becomeUnheard(did);
      for (const listener of listeners) listener(user);
    },
    client: {
      handleRedirectCallback: calling("handleRedirectCallback"),
      loginWithRedirect: calling("loginWithRedirect"),
      logout: calling("logout"),
      publicQuery: calling("publicQuery"),
      query: calling("query"),
      mutate: calling("mutate"),
      uploadBlob: calling("mutate"),
      subscribe: subscribing("subscribe"),
      publicSubscribe: subscribing("publicSubscribe"),
      isAuthenticated: () => user !== null,
      getUser: () => user && { ...user },
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }
    }
  };
};
