import type { RegisteredClient } from "../../../../domain/client/Client.ts";

/** The arguments of the client list: a search text, the client to start after, and the page size. */
interface ClientSelection {
  readonly first?: number | undefined;
  readonly after?: string | undefined;
  readonly search?: string | undefined;
}

const mentions = (text: string) => {
  const wanted = text.trim().toLowerCase();
  return ({ clientId, name, redirectUris }: RegisteredClient): boolean =>
    [clientId, name, ...redirectUris].some((member) => member.toLowerCase().includes(wanted));
};

/** Returns the selected clients in their order; none after a client that does not exist. */
export const selectClients = (
  clients: ReadonlyArray<RegisteredClient>,
  { after, first, search }: ClientSelection
): ReadonlyArray<RegisteredClient> => {
  const at = after === undefined ? -1 : clients.findIndex(({ clientId }) => clientId === after);
  if (after !== undefined && at === -1) return [];
  const rest = clients.slice(at + 1);
  const found = search === undefined ? rest : rest.filter(mentions(search));
  return first === undefined ? found : found.slice(0, Math.max(0, first));
};
