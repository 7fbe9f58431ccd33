import { setTimeout } from "node:timers/promises";
import type { Dice } from "../faults/Dice.ts";
import type { ServiceAddress } from "../ServiceAddress.ts";
import type { Acknowledged } from "./Acknowledged.ts";

const registration = {
  client_name: "Chaos",
  redirect_uris: ["https://app.example/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "client_secret_post"
};

const register = async (node: ServiceAddress | undefined): Promise<string | null> => {
  const response = await fetch(`${node?.reach}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(registration)
  });
  const answer: unknown = await response.json();
  return response.status === 201 ? String(Object(answer).client_id) : null;
};

/** Registers one client after the other, at any process. */
export const registerClients = async (
  nodes: ReadonlyArray<ServiceAddress>,
  dice: Dice,
  acknowledged: Acknowledged,
  isOver: () => boolean
): Promise<void> => {
  while (!isOver()) {
    const clientId = await register(dice.of(nodes)).catch(() => null);
    if (clientId !== null) acknowledged.clientIds.push(clientId);
    await setTimeout(300 + dice.below(700));
  }
};
