import { useState } from "react";
import { adminRequest } from "../../api/adminRequest.ts";
import { UpdateClientDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { useToast } from "../../components/useToast.ts";
import { ClientForm } from "./ClientForm.tsx";
import type { Client } from "./useClients.ts";

/** The form that edits a registered client. */
export const EditClient = ({ client, onDone }: { readonly client: Client; readonly onDone: () => void }) => {
  const toast = useToast();
  const [before] = useState(client);
  const update = useAdminMutation(UpdateClientDocument, ({ updateOAuthClient: { clientName } }) => {
    const { clientId, redirectUris, scope } = before;
    const change = { clientId, clientName: before.clientName, redirectUris, scope };
    toast(`${clientName} was saved`, "good", () => adminRequest(UpdateClientDocument, change));
    onDone();
  });
  return (
    <ClientForm
      start={{
        name: client.clientName,
        type: client.clientType,
        redirectUris: client.redirectUris,
        scope: client.scope
      }}
      isNew={false}
      action="Save"
      isPending={update.isPending}
      error={update.error}
      onSend={({ name: clientName, redirectUris, scope }) =>
        update.mutate({ clientId: client.clientId, clientName, redirectUris, scope })
      }
      onCancel={onDone}
    />
  );
};
