import type { Client, User } from "../../../sdk/src/browser/Client.ts";
import { type Reason, TidemarkError } from "../../../sdk/src/TidemarkError.ts";

/** A pending call of the client. */
export interface Call {
  readonly method: "handleRedirectCallback" | "loginWithRedirect" | "logout" | "publicQuery" | "query" | "mutate";
  readonly document: string;
  readonly variables: unknown;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A client whose calls a test completes one by one, and whose user changes as if in another tab. */
export interface FakeClient {
  readonly client: Client;
  readonly calls: Array<Call>;
  /** The number of active subscriptions to changes. */
  readonly watchers: () => number;
  readonly become: (did: string | null) => void;
  /** Changes the user without notifying anyone. */
  readonly becomeUnheard: (did: string | null) => void;
}

export const failure = (reason: Reason): TidemarkError => new TidemarkError(reason, `It is ${reason}.`);

export const makeFakeClient = (): FakeClient => {
  const calls: Array<Call> = [];
  const listeners = new Set<(user: User | null) => void>();
  let user: User | null = null;
  const calling =
    (method: Call["method"]) =>
    // The test determines the result.
    // biome-ignore lint/suspicious/noExplicitAny: stands for every method of the client.
    (document?: unknown, variables?: unknown, options?: { readonly signal?: AbortSignal }): Promise<any> =>
      new Promise((resolve, reject) => {
        const signal = options?.signal;
        signal?.addEventListener("abort", () => reject(signal.reason));
        calls.push({ method, document: String(document), variables, signal, resolve, reject });
      });
  const becomeUnheard = (did: string | null) => {
    user = did === null ? null : { did };
  };
  return {
    calls,
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
      subscribe: () => () => {},
      publicSubscribe: () => () => {},
      isAuthenticated: () => user !== null,
      getUser: () => user && { ...user },
      onChange: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }
    }
  };
};
