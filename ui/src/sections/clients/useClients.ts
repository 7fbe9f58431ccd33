import { useQueryClient } from "@tanstack/react-query";
import { type ClientPartsFragment, ClientsDocument, type ClientsQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";

export type Client = ClientPartsFragment;

/** The registered clients, newest first. */
export const useClients = () => {
  const query = useAdminQuery(ClientsDocument, {});
  return { ...query, clients: query.data?.oauthClients.toReversed() };
};

/** Removes a client from the cached list, before the list is fetched again. */
export const useForgetClient = () => {
  const client = useQueryClient();
  return (clientId: string): void => {
    client.setQueryData<ClientsQuery>([ClientsDocument.toString(), {}], (known) =>
      known === undefined
        ? known
        : { ...known, oauthClients: known.oauthClients.filter((each) => each.clientId !== clientId) }
    );
  };
};
