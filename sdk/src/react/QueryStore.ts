import { type Listeners, makeListeners } from "../Listeners.ts";

/** The state of a query. After a failure, `data` is the previous data. `cursor` is where a subscription continues the data. */
export type QueryState = { readonly isFetching: boolean; readonly cursor?: string | undefined } & (
  | { readonly status: "loading"; readonly data: undefined }
  | { readonly status: "done"; readonly data: unknown }
  | { readonly status: "failed"; readonly error: unknown; readonly data: unknown }
);

/** The result of a query, with the cursor where a subscription continues it if that was requested. */
interface QueryOutcome {
  readonly data: unknown;
  readonly cursor?: string | undefined;
}

/** Runs a query; null if its result is obsolete because another user has logged in. */
export type RunQuery = (signal: AbortSignal) => Promise<QueryOutcome | null>;

/**
 * Stores the results of queries by key. Components with the same query share one request and its result. When the last
 * of them unmounts, the request is aborted and the result is discarded.
 */
export interface QueryStore {
  readonly get: (key: string) => QueryState;
  readonly subscribe: (key: string, run: RunQuery, listener: () => void) => () => void;
  readonly refetch: (key: string) => void;
  /** Replaces the data of a query that has some. */
  readonly update: (key: string, change: (data: unknown) => unknown) => void;
  /** Runs all active queries again. */
  readonly invalidate: () => void;
}

interface Entry {
  readonly run: RunQuery;
  readonly listeners: Listeners;
  state: QueryState;
  running: AbortController | undefined;
}

/** The state of a query that has not run yet. */
export const initialState: QueryState = { status: "loading", data: undefined, isFetching: true };

export const makeQueryStore = (handleFailure: (error: unknown) => void): QueryStore => {
  const entries = new Map<string, Entry>();

  const setState = (entry: Entry, state: QueryState) => {
    entry.state = state;
    entry.listeners.notify();
  };
  const execute = async (entry: Entry): Promise<void> => {
    entry.running?.abort();
    const running = new AbortController();
    entry.running = running;
    if (!entry.state.isFetching) setState(entry, { ...entry.state, isFetching: true });
    // The result of a request that another one has replaced is ignored.
    const settle = (state: QueryState) => {
      if (entry.running !== running) return;
      entry.running = undefined;
      setState(entry, state);
    };
    try {
      const result = await entry.run(running.signal);
      if (result !== null) settle({ status: "done", ...result, isFetching: false });
    } catch (error) {
      handleFailure(error);
      settle({ ...entry.state, status: "failed", error, isFetching: false });
    }
  };
  const forgetUnused = (key: string, entry: Entry) => {
    if (entry.listeners.count() > 0 || entries.get(key) !== entry) return;
    entries.delete(key);
    entry.running?.abort();
  };

  return {
    get: (key) => entries.get(key)?.state ?? initialState,
    subscribe: (key, run, listener) => {
      const entry = entries.get(key) ?? { run, listeners: makeListeners(), state: initialState, running: undefined };
      entries.set(key, entry);
      const end = entry.listeners.add(listener);
      if (entry.state === initialState && entry.running === undefined) void execute(entry);
      return () => {
        end();
        // A component that unmounts and mounts again immediately, as in StrictMode, keeps the request.
        queueMicrotask(() => forgetUnused(key, entry));
      };
    },
    refetch: (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) void execute(entry);
    },
    update: (key, change) => {
      const entry = entries.get(key);
      if (entry === undefined || entry.state.status === "loading") return;
      if (entry.state.data !== undefined) setState(entry, { ...entry.state, data: change(entry.state.data) });
    },
    invalidate: () => {
      for (const entry of entries.values()) void execute(entry);
    }
  };
};
