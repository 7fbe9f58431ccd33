import type * as Effect from "effect/Effect";
import type { Admin } from "../../../application/administer/adminSession.ts";
import type { ClientRegistry } from "../../../domain/client/ClientRegistry.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { Atomically } from "../../../domain/event/Atomically.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";

/** What the use cases of admins need. */
export type AdminServices = ClientRegistry | EventLog | Atomically | SecureRandom;

/** What the resolvers of admin fields are given: who asks, and how to run a use case for them. */
export interface AdminContext {
  readonly admin: Admin | null;
  /** Rejects with the use case's own error. */
  readonly run: <A>(effect: Effect.Effect<A, unknown, AdminServices>) => Promise<A>;
}
