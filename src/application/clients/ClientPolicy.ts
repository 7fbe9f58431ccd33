import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import { type PublicBearer, restrictToPolicy, withoutKey } from "../../domain/client/authentication/PublicBearer.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";

/** The operator's policy for clients that were not registered by an admin. */
export interface ClientTerms {
  /** Whether clients may register themselves (RFC 7591). */
  readonly registration: "open" | "closed";
  /** What a client must present to register itself; null for nothing (RFC 7591 section 3, initial access token). */
  readonly registrationToken: Redacted.Redacted | null;
  /**
   * Whether apps on a developer's machine are allowed: loopback client ids, and client metadata documents over http
   * there.
   */
  readonly development: boolean;
  /** What public clients without DPoP may do; nothing by default. */
  readonly publicBearer?: PublicBearer;
}

export class ClientPolicy extends Context.Tag("application/ClientPolicy")<ClientPolicy, ClientTerms>() {}

/** Returns what public clients without DPoP may do here. */
export const publicBearerAllowed: Effect.Effect<PublicBearer, never, ClientPolicy> = Effect.map(
  ClientPolicy,
  ({ publicBearer }) => publicBearer ?? "off"
);

/** Restricts a client to what it may do in a request without a DPoP proof. */
export const clientWithoutKey = (client: RegisteredClient): Effect.Effect<RegisteredClient, never, ClientPolicy> =>
  Effect.map(publicBearerAllowed, (allowed) => withoutKey(client, allowed));

/** Restricts a client to what the operator currently allows. */
export const allowedClient = (client: RegisteredClient): Effect.Effect<RegisteredClient, never, ClientPolicy> =>
  Effect.map(publicBearerAllowed, (allowed) => restrictToPolicy(client, allowed));
