import { useState } from "react";
import { RegisterClientDocument, type RegisterClientMutation } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { PageHeader } from "../../components/PageHeader.tsx";
import { navigate } from "../../router/routeLocation.ts";
import { ClientForm } from "./ClientForm.tsx";
import { emptyDraft } from "./clientRules.ts";
import { RegisteredClient } from "./RegisteredClient.tsx";
import { forgetDraft, storeDraft, storedDraft } from "./storedDraft.ts";
import "./clients.css";

/** Registers a client and shows its client ID and secret. */
export const NewClientPage = () => {
  const [registered, setRegistered] = useState<RegisterClientMutation["createOAuthClient"] | null>(null);
  const register = useAdminMutation(RegisterClientDocument, (result) => {
    forgetDraft();
    setRegistered(result.createOAuthClient);
  });
  if (registered !== null) return <RegisteredClient client={registered} />;
  return (
    <>
      <PageHeader title="Register new client" up={{ to: "/clients", name: "OAuth clients" }}>
        An app that users sign in to with their own accounts.
      </PageHeader>
      <div className="card">
        <div className="card-body">
          <ClientForm
            start={storedDraft() ?? emptyDraft}
            isNew
            action="Register client"
            isPending={register.isPending}
            error={register.error}
            onDraft={storeDraft}
            onSend={({ name: clientName, type: clientType, redirectUris, scope }) =>
              register.mutate({ clientName, clientType, redirectUris, scope })
            }
            onCancel={() => {
              forgetDraft();
              navigate("/clients");
            }}
          />
        </div>
      </div>
    </>
  );
};
