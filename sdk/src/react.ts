/** The entry for React 18 and later. */

export type { SessionState } from "./react/SessionStore.ts";
export { TidemarkProvider, type TidemarkProviderProps } from "./react/TidemarkProvider.ts";
export { useClient } from "./react/useClient.ts";
export { type Mutate, type MutationOutcome, type MutationState, useMutation } from "./react/useMutation.ts";
export { type QueryOptions, type QueryResult, useQuery } from "./react/useQuery.ts";
export { type Session, useSession } from "./react/useSession.ts";
export {
  type SubscriptionResult,
  type SubscriptionState,
  type UseSubscriptionOptions,
  useSubscription
} from "./react/useSubscription.ts";
