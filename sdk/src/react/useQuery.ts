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
  /** Asks as nobody, whoever is logged in, and does not wait until that is known. */
  readonly isPublic?: boolean;
  /** Asks nothing; `status` is "loading". */
  readonly skip?: boolean;
  /** While other variables are asked for, `data` is what there was for the ones before. */
  readonly keepPrevious?: boolean;
  /** Throws a failure in the render, for an error boundary. */
  readonly throwOnError?: boolean;
}

/** `data` of a failure is what there was before it; while loading there is some with `keepPrevious` only. */
export type QueryResult<Data> = (
  | { readonly status: "loading"; readonly data: Data | undefined }
  | { readonly status: "done"; readonly data: Data }
  | { readonly status: "failed"; readonly data: Data | undefined; readonly error: TidemarkError }
) & {
  /** Whether it is asked right now, for the first time or again. */
  readonly isFetching: boolean;
  readonly refetch: () => void;
};

const skippedState: QueryState = { ...initialState, isFetching: false };

const ended = () => {};

/** The state that a component shows: with what there was before, if it wants that. */
const usePreviousData = (state: QueryState, isWanted: boolean): unknown => {
  const [kept, keep] = useState<{ readonly data: unknown } | null>(null);
  if (isWanted && state.status === "done" && kept?.data !== state.data) keep({ data: state.data });
  return state.data ?? (isWanted ? kept?.data : undefined);
};

/**
 * Asks, and asks again after every mutation: as whoever is logged in, else as nobody. The same asked by several
 * components is asked once; an answer is kept for as long as a component shows it.
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
export function useQuery<Result, Given>(
  document: TypedDocument<Result, Given>,
  variables: NoInfer<Given>,
  options?: QueryOptions
): QueryResult<Result>;
export function useQuery(
  document: AnyDocument,
  variables?: object,
  { isPublic = false, keepPrevious = false, skip = false, throwOnError = false }: QueryOptions = {}
): QueryResult<unknown> {
  const { client, queries } = useStore();
  const session = useSessionState();
  const isWaiting = skip || (!isPublic && session.status === "loading");
  const did = !isPublic && session.status === "loggedIn" ? session.user.did : null;
  // What is asked, as text: variables that are made anew in every render are the same if they say the same.
  const key = JSON.stringify([did, documentText(document), variables]);
  const subscribe = useCallback(
    (listener: () => void) => {
      if (isWaiting) return ended;
      const [as, text, given]: [string | null, string, AnyVariables | null] = JSON.parse(key);
      const execute = as === null ? client.publicQuery : client.query;
      const ask = async (signal: AbortSignal) => {
        const data = await execute(text, given ?? undefined, { signal });
        // The news that another tab logged in somebody else may come later than an answer to them.
        return as === null || client.getUser()?.did === as ? { data } : null;
      };
      return queries.subscribe(key, ask, listener);
    },
    [client, queries, key, isWaiting]
  );
  const get = () => (isWaiting ? skippedState : queries.get(key));
  const state = useSyncExternalStore(subscribe, get, () => skippedState);
  const data = usePreviousData(state, keepPrevious);
  const refetch = useCallback(() => queries.refetch(key), [queries, key]);
  const more = { isFetching: state.isFetching, refetch };
  if (state.status !== "failed") return { status: state.status, data, ...more };
  if (throwOnError || !isTidemarkError(state.error)) throw state.error;
  return { status: "failed", error: state.error, data, ...more };
}
