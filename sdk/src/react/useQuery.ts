import { useCallback, useState, useSyncExternalStore } from "react";
import type { AnyDocument, TypedDocument } from "../document/TypedDocument.ts";
import type { AnyVariables, NoVariables } from "../graphql/Execute.ts";
import type { TidemarkError } from "../TidemarkError.ts";
import { documentText } from "./documentText.ts";
import { isTidemarkError } from "./isTidemarkError.ts";
import { initialState, type QueryState } from "./QueryStore.ts";
import { useStore } from "./TidemarkStore.ts";
import { useSessionState } from "./useSession.ts";

export interface QueryOptions {
  /** Sends the query without credentials, and without waiting until the session is known. */
  readonly isPublic?: boolean;
  /** Sends nothing; `status` is "loading". */
  readonly skip?: boolean;
  /** While a query with other variables runs, `data` is the previous result. */
  readonly keepPrevious?: boolean;
  /** Throws a failure while rendering, for an error boundary. */
  readonly throwOnError?: boolean;
  /** Requests the cursor of the result: a subscription whose `after` it is continues exactly there. */
  readonly withCursor?: boolean;
}

/** The state of a query. After a failure, `data` is the previous data; while loading, there is data only with `keepPrevious`. */
export type QueryResult<Data> = (
  | { readonly status: "loading"; readonly data: Data | undefined }
  | { readonly status: "done"; readonly data: Data }
  | { readonly status: "failed"; readonly data: Data | undefined; readonly error: TidemarkError }
) & {
  /** Whether a request is in flight, the first or a later one. */
  readonly isFetching: boolean;
  readonly refetch: () => void;
  /** The cursor of the data, if it was requested. */
  readonly cursor: string | undefined;
  /** Changes the data on display, such as by the event of a subscription. Does nothing while there is none. */
  readonly update: (change: (data: Data) => Data) => void;
};

const skippedState: QueryState = { ...initialState, isFetching: false };

const nothingToEnd = () => {};

/** Returns the data of a state, or the previous data if that is requested. */
const usePreviousData = (state: QueryState, keepPrevious: boolean): unknown => {
  const [previous, setPrevious] = useState<{ readonly data: unknown } | null>(null);
  if (keepPrevious && state.status === "done" && previous?.data !== state.data) setPrevious({ data: state.data });
  return state.data ?? (keepPrevious ? previous?.data : undefined);
};

/**
 * Runs a query as the logged-in user, otherwise without credentials, and again after every mutation. Components with the
 * same query share one request. A result is kept as long as a component shows it.
 */
export function useQuery<Result = unknown>(
  document: string,
  variables?: AnyVariables | undefined,
  options?: QueryOptions
): QueryResult<Result>;
export function useQuery<Result>(
  document: TypedDocument<Result, NoVariables>,
  variables?: undefined,
  options?: QueryOptions
): QueryResult<Result>;
export function useQuery<Result, Variables>(
  document: TypedDocument<Result, Variables>,
  variables: NoInfer<Variables>,
  options?: QueryOptions
): QueryResult<Result>;
export function useQuery(
  document: AnyDocument,
  variables?: object,
  { isPublic = false, keepPrevious = false, skip = false, throwOnError = false, withCursor = false }: QueryOptions = {}
): QueryResult<unknown> {
  const { client, queries } = useStore();
  const session = useSessionState();
  const isWaiting = skip || (!isPublic && session.status === "loading");
  const did = !isPublic && session.status === "loggedIn" ? session.user.did : null;
  // The query as text: variable objects that are created in every render are equal if their content is.
  const key = JSON.stringify([did, documentText(document), variables, withCursor]);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (isWaiting) return nothingToEnd;
      const [as, text, sent]: [string | null, string, AnyVariables | null] = JSON.parse(key);
      const execute = as === null ? client.publicQuery : client.query;
      const run = async (signal: AbortSignal) => {
        let cursor: string | undefined;
        const onCursor = (received: string) => {
          cursor = received;
        };
        const data = await execute(text, sent ?? undefined, { signal, ...(withCursor && { onCursor }) });
        // The notification that another tab logged in another user may arrive after a response to that user.
        return as === null || client.getUser()?.did === as ? { data, cursor } : null;
      };
      return queries.subscribe(key, run, listener);
    },
    [client, queries, key, isWaiting, withCursor]
  );
  const get = () => (isWaiting ? skippedState : queries.get(key));
  const state = useSyncExternalStore(subscribe, get, () => skippedState);
  const data = usePreviousData(state, keepPrevious);
  const refetch = useCallback(() => queries.refetch(key), [queries, key]);
  const update = useCallback((change: (data: unknown) => unknown) => queries.update(key, change), [queries, key]);
  const more = { isFetching: state.isFetching, refetch, cursor: state.cursor, update };
  if (state.status !== "failed") return { status: state.status, data, ...more };
  if (throwOnError || !isTidemarkError(state.error)) throw state.error;
  return { status: "failed", error: state.error, data, ...more };
}
