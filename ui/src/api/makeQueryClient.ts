import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { AdminRequestFailed, isSignedOut } from "./AdminRequestFailed.ts";

/** A request is retried if the failure may be temporary: the service or its database could not be reached. */
const isRetryable = (error: unknown): boolean =>
  error instanceof AdminRequestFailed && ["OFFLINE", "UNAVAILABLE", "UNREADABLE"].includes(error.code);

/** Creates the cache of service responses; `whenSignedOut` is called for every response that requires a sign-in. */
export const makeQueryClient = (whenSignedOut: () => void): QueryClient => {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) whenSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isRetryable(error), staleTime: 5_000 },
      mutations: { retry: false }
    }
  });
};
