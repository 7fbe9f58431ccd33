import * as Context from "effect/Context";
import type * as Redacted from "effect/Redacted";

/** What the operator decided about clients that nobody here registered. */
export interface ClientTerms {
  /** Whether clients may register themselves (RFC 7591). */
  readonly registration: "open" | "closed";
  /** What a client must present to register itself; null for nothing (RFC 7591 section 3, initial access token). */
  readonly registrationToken: Redacted.Redacted | null;
  /** Whether apps may live on the machine of their developer: loopback client ids, and documents over http there. */
  readonly development: boolean;
}

export class ClientPolicy extends Context.Reference<ClientPolicy>()("application/ClientPolicy", {
  defaultValue: (): ClientTerms => ({ registration: "open", registrationToken: null, development: false })
}) {}
