import type { AnyVariables, RequestOptions } from "../graphql/Execute.ts";
import type { failureOf } from "../graphql/failureOf.ts";
import type { Connection } from "../http/Connection.ts";
import type { Credentials } from "../oauth/Credentials.ts";
import type { Session } from "../session/Session.ts";
import type { TidemarkError } from "../TidemarkError.ts";
import type { SubscriptionOptions } from "./Subscribe.ts";

/** The login with which a socket is opened. */
export interface SubscriptionLogin {
  readonly session: Session;
  readonly credentials: Credentials;
  /** Calls `listener` when the user logs out, or another one logs in. Returns the function that ends this. */
  readonly onLogout: (listener: () => void) => () => void;
}

/** The client that subscriptions belong to. */
export interface SubscriptionHost {
  readonly connection: Connection;
  /** Absent for subscriptions without credentials. */
  readonly login?: SubscriptionLogin;
  /** Sends a query with the same credentials. */
  readonly query: (document: string, variables: undefined, options: RequestOptions) => Promise<unknown>;
}

/** Starts a subscription of a host and returns the function that ends it. */
export type StartSubscription = <Data>(
  document: string,
  variables: AnyVariables,
  options: SubscriptionOptions<Data>
) => () => void;

/**
 * Creates the subscriptions of a host, which share one connection. They get the code that they share with the client as
 * parameters, because they are loaded apart and import none of it.
 */
export type SubscriptionsOf = (
  host: SubscriptionHost,
  toFailure: typeof failureOf,
  ErrorClass: typeof TidemarkError
) => StartSubscription;
