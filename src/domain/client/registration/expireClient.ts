import type { Client, RegisteredClient } from "../Client.ts";
import { type ClientEvent, ClientExpired } from "../ClientEvent.ts";
import type { ClientId } from "../ClientId.ts";

/** How long a client that registered itself is kept without anybody using it, in milliseconds. */
export const maxUnusedMs = 24 * 60 * 60_000;

/** Whether a client registered itself so long ago that it expires if nobody used it. `now` in Unix milliseconds. */
export const isExpiredUnused = (
  { origin, registeredAt }: Pick<RegisteredClient, "origin" | "registeredAt">,
  now: number
): boolean => origin === "dynamic" && registeredAt !== null && now - registeredAt >= maxUnusedMs;

/** Expires a client that nobody used; nothing for one that is gone, that others registered, or whose day is not over. */
export const expireClient = (state: Client, clientId: ClientId, now: number): ReadonlyArray<ClientEvent> =>
  state._tag === "Registered" && isExpiredUnused(state.client, now) ? [new ClientExpired({ clientId })] : [];
