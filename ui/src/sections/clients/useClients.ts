import { type ClientPartsFragment, ClientsDocument } from "../../api/documents.ts";
import { useAsk } from "../../api/useAsk.ts";

export type Client = ClientPartsFragment;

/** The registered clients, the newest first. */
export const useClients = () => {
  const answer = useAsk(ClientsDocument, {});
  return { ...answer, clients: answer.data?.oauthClients.toReversed() };
};
