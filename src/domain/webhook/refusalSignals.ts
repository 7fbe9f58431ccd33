import { refusalType } from "../client/use/refusals.ts";
import type { RecordedEvent } from "../event/Envelope.ts";
import { addressHashIn } from "../personal/addressHash.ts";
import type { RefusalSignal } from "./watchRefusals.ts";

type Counted = Pick<RecordedEvent, "clientId" | "data" | "id" | "reason" | "recordedAt" | "type">;

/** The types of events that count for an address: the log says the address only of what concerns administration. */
const addressTypes: ReadonlySet<string> = new Set(["AdminLoginFailed.v1"]);

/** The types of events that count: refusals, and the sign-ins that they are compared with. */
export const signalTypes: ReadonlySet<string> = new Set([
  "LoginFailed.v1",
  "ClientDeclined.v1",
  "CodeRefused.v1",
  "AuthorizationEnded.v1",
  "LoginCompleted.v1",
  ...addressTypes
]);

/** Returns what an event of the log counts as; nothing for most events. */
export const refusalSignals = (event: Counted): ReadonlyArray<RefusalSignal> => {
  const { clientId, data, id: eventId, reason, recordedAt, type } = event;
  const at = Date.parse(recordedAt);
  const address = addressTypes.has(type) ? addressHashIn(data) : null;
  if (address !== null) return [{ kind: "address", id: address, at, eventId, reason: reason ?? "refused" }];
  if (clientId === null) return [];
  if (type === "LoginCompleted.v1") return [{ kind: "client", id: clientId, at, eventId, reason: null }];
  if (refusalType(event) === null) return [];
  return [{ kind: "client", id: clientId, at, eventId, reason: reason ?? "declined" }];
};
