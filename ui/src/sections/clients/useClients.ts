import { useQueryClient } from "@tanstack/react-query";
import { type ClientPartsFragment, ClientsDocument, type ClientsQuery } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";

export type Client = ClientPartsFragment;

/** The registered clients, the newest first. */
export const useClients = () => {
  const answer = useAdminQuery(ClientsDocument, {});
  return { ...answer, clients: answer.data?.oauthClients.toReversed() };
};

/** Takes a client out of what is shown, before the service is asked again. */
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
