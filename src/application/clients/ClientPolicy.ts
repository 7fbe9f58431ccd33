import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import type * as Redacted from "effect/Redacted";
import { type PublicBearer, restrictToPolicy, withoutKey } from "../../domain/client/authentication/PublicBearer.ts";
import type { RegisteredClient } from "../../domain/client/Client.ts";

/** What the operator decided about clients that nobody here registered. */
export interface ClientTerms {
  /** Whether clients may register themselves (RFC 7591). */
  readonly registration: "open" | "closed";
  /** What a client must present to register itself; null for nothing (RFC 7591 section 3, initial access token). */
  readonly registrationToken: Redacted.Redacted | null;
  /** Whether apps may live on the machine of their developer: loopback client ids, and documents over http there. */
  readonly development: boolean;
  /** What public clients without DPoP may do; nothing unless said. */
  readonly publicBearer?: PublicBearer;
}

export class ClientPolicy extends Context.Tag("application/ClientPolicy")<ClientPolicy, ClientTerms>() {}

/** What public clients without DPoP may do here. */
export const publicBearerAllowed: Effect.Effect<PublicBearer, never, ClientPolicy> = Effect.map(
  ClientPolicy,
  ({ publicBearer }) => publicBearer ?? "off"
);

/** What holds for a client in a request that proves no key. */
export const clientWithoutKey = (client: RegisteredClient): Effect.Effect<RegisteredClient, never, ClientPolicy> =>
  Effect.map(publicBearerAllowed, (allowed) => withoutKey(client, allowed));

/** A client as the operator allows it now. */
export const allowedClient = (client: RegisteredClient): Effect.Effect<RegisteredClient, never, ClientPolicy> =>
  Effect.map(publicBearerAllowed, (allowed) => restrictToPolicy(client, allowed));
