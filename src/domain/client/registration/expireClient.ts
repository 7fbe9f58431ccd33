import type { Client, RegisteredClient } from "../Client.ts";
import { type ClientEvent, ClientExpired } from "../ClientEvent.ts";
import type { ClientId } from "../ClientId.ts";

/** The time after which an unused client that registered itself expires, in milliseconds. */
const maxUnusedMs = 24 * 60 * 60_000;

/** Whether a client registered itself long enough ago to expire if it is unused. `now` is in Unix milliseconds. */
export const isExpiredUnused = (
  { origin, registeredAt }: Pick<RegisteredClient, "origin" | "registeredAt">,
  now: number
): boolean => origin === "dynamic" && registeredAt !== null && now - registeredAt >= maxUnusedMs;

/**
 * Returns the event that expires an unused client; none for a client that was removed, was registered by others, or is
 * younger than `maxUnusedMs`.
 */
export const expireClient = (state: Client, clientId: ClientId, now: number): ReadonlyArray<ClientEvent> =>
  state._tag === "Registered" && isExpiredUnused(state.client, now) ? [new ClientExpired({ clientId })] : [];
