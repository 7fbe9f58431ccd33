import { useState } from "react";
import { ClientSecretsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { NewSecret } from "./NewSecret.tsx";
import { RevokeOldSecret } from "./RevokeOldSecret.tsx";
import { RotateSecret } from "./RotateSecret.tsx";
import { SecretTable } from "./SecretTable.tsx";
import type { Client } from "./useClients.ts";

/** The secrets of a client: two while one is rotated. A new secret is shown once. */
export const ClientSecret = ({ client }: { readonly client: Client }) => {
  const [secret, setSecret] = useState<string | null>(null);
  const isUsed = client.tokenEndpointAuthMethod.startsWith("client_secret_");
  const { data, error, refetch } = useAdminQuery(ClientSecretsDocument, { clientId: client.clientId });
  if (!isUsed) return null;
  const secrets = data?.oauthClient?.secrets ?? [];
  return (
    <section className="card" aria-label="Client secret">
      <div className="card-head">
        <div>
          <h2>Client secret</h2>
          <p>A secret is shown once, when it is created. The service stores only a hash of it.</p>
        </div>
        <span className="row">
          {secrets.length > 1 && <RevokeOldSecret client={client} />}
          <RotateSecret client={client} hasOldSecret={secrets.length > 1} onRotated={setSecret} />
        </span>
      </div>
      {secret !== null && (
        <div className="card-body stack">
          <NewSecret secret={secret} />
          <div className="row">
            <Button onPress={() => setSecret(null)}>I have stored it</Button>
          </div>
        </div>
      )}
      {error !== null && (
        <ErrorState title="The secrets could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {secrets.length > 0 && <SecretTable secrets={secrets} />}
    </section>
  );
};
