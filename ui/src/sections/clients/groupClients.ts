import type { ClientSummariesQuery } from "../../api/documents.ts";
import type { Client } from "./useClients.ts";

export type ClientSummary = ClientSummariesQuery["oauthClientSummaries"][number];

/** A client in the list, with how much it is used; null while that is not known. */
export interface ListedClient {
  readonly client: Client;
  readonly summary: ClientSummary | null;
}

/** The orders of the list. */
export const clientOrders = [
  { value: "used", name: "Last used" },
  { value: "name", name: "Name" },
  { value: "registered", name: "Registered" }
] as const;
export type ClientOrder = (typeof clientOrders)[number]["value"];

/** The groups of the list, by who registered a client. */
const groups = [
  { title: "With admin access", has: ({ mayAdminister }: Client) => mayAdminister },
  { title: "Registered here", has: ({ clientOrigin }: Client) => clientOrigin !== "ITSELF" },
  { title: "Registered themselves", has: () => true }
] as const;

const lastUse = ({ summary }: ListedClient): number =>
  summary?.lastUsedAt == null ? Number.NEGATIVE_INFINITY : Date.parse(summary.lastUsedAt);

const byOrder: Readonly<Record<ClientOrder, (left: ListedClient, right: ListedClient) => number>> = {
  used: (left, right) => (lastUse(right) === lastUse(left) ? 0 : lastUse(right) - lastUse(left)),
  name: (left, right) => left.client.clientName.localeCompare(right.client.clientName, "en"),
  registered: () => 0
};

/** Returns up to `limit` clients, which come newest first, in an order, by groups; groups without a client are left out. */
export const groupClients = (
  clients: ReadonlyArray<ListedClient>,
  order: ClientOrder,
  limit: number
): ReadonlyArray<{ readonly title: string; readonly clients: ReadonlyArray<ListedClient> }> => {
  const sorted = clients.toSorted(byOrder[order]);
  const groupOf = ({ client }: ListedClient) => groups.findIndex(({ has }) => has(client));
  const shown = groups.flatMap((_, index) => sorted.filter((each) => groupOf(each) === index)).slice(0, limit);
  return groups
    .map(({ title }, index) => ({ title, clients: shown.filter((each) => groupOf(each) === index) }))
    .filter((group) => group.clients.length > 0);
};
