import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { AdminRequestFailed, isSignedOut } from "./AdminRequestFailed.ts";

/** Repeated is what may be better in a moment: the service could not be reached, or its database could not. */
const isRetryable = (error: unknown): boolean =>
  error instanceof AdminRequestFailed && ["OFFLINE", "UNAVAILABLE", "UNREADABLE"].includes(error.code);

/** What the pages know of the service; `whenSignedOut` hears of every answer that asks to sign in. */
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
