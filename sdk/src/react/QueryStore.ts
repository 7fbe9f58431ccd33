import { type Listeners, makeListeners } from "../Listeners.ts";

/** What is known of the answer to a query. `data` of a failure is what there was before. */
export type QueryState =
  | { readonly status: "loading"; readonly data: undefined; readonly isFetching: boolean }
  | { readonly status: "done"; readonly data: unknown; readonly isFetching: boolean }
  | { readonly status: "failed"; readonly error: unknown; readonly data: unknown; readonly isFetching: boolean };

/** Asks; null when the answer is of no interest any more, because somebody else is logged in by now. */
export type RunQuery = (signal: AbortSignal) => Promise<{ readonly data: unknown } | null>;

/**
 * The answers to queries, by what is asked. All who ask the same at the same time share one request and its answer.
 * When the last of them is gone, the request is ended and the answer forgotten.
 */
export interface QueryStore {
  readonly get: (key: string) => QueryState;
  readonly subscribe: (key: string, ask: RunQuery, listener: () => void) => () => void;
  readonly refetch: (key: string) => void;
  /** Everything that is shown is asked again. */
  readonly invalidate: () => void;
}

interface Entry {
  readonly ask: RunQuery;
  readonly listeners: Listeners;
  state: QueryState;
  running: AbortController | undefined;
}

/** Of a query that nobody asked yet. */
export const initialState: QueryState = { status: "loading", data: undefined, isFetching: true };

export const makeQueryStore = (handleFailure: (error: unknown) => void): QueryStore => {
  const entries = new Map<string, Entry>();

  const setState = (entry: Entry, state: QueryState) => {
    entry.state = state;
    entry.listeners.notify();
  };
  const run = async (entry: Entry): Promise<void> => {
    entry.running?.abort();
    const running = new AbortController();
    entry.running = running;
    if (!entry.state.isFetching) setState(entry, { ...entry.state, isFetching: true });
    // What comes of a request that another one has replaced is of no interest.
    const settle = (state: QueryState) => {
      if (entry.running !== running) return;
      entry.running = undefined;
      setState(entry, state);
    };
    try {
      const answer = await entry.ask(running.signal);
      if (answer !== null) settle({ status: "done", data: answer.data, isFetching: false });
    } catch (error) {
      handleFailure(error);
      settle({ status: "failed", error, data: entry.state.data, isFetching: false });
    }
  };
  const forgetUnused = (key: string, entry: Entry) => {
    if (entry.listeners.count() > 0 || entries.get(key) !== entry) return;
    entries.delete(key);
    entry.running?.abort();
  };

  return {
    get: (key) => entries.get(key)?.state ?? initialState,
    subscribe: (key, ask, listener) => {
      const entry = entries.get(key) ?? { ask, listeners: makeListeners(), state: initialState, running: undefined };
      entries.set(key, entry);
      const end = entry.listeners.add(listener);
      if (entry.state === initialState && entry.running === undefined) void run(entry);
      return () => {
        end();
        // Whoever is put away and back at once, as React does in StrictMode, keeps the request.
        queueMicrotask(() => forgetUnused(key, entry));
      };
    },
    refetch: (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) void run(entry);
    },
    invalidate: () => {
      for (const entry of entries.values()) void run(entry);
    }
  };
};
