import { useState } from "react";
import { RotateClientSecretDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { NewSecret } from "./NewSecret.tsx";
import type { Client } from "./useClients.ts";

/** Gives a client that holds a secret another one, shown once. */
export const ClientSecret = ({ client }: { readonly client: Client }) => {
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useAdminMutation(RotateClientSecretDocument, ({ rotateOAuthClientSecret }) => {
    setAsking(false);
    setSecret(rotateOAuthClientSecret.clientSecret);
  });
  if (!client.tokenEndpointAuthMethod.startsWith("client_secret_")) return null;
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>Client secret</h2>
          <p>It was shown when it was made, and cannot be read again.</p>
        </div>
        <Button icon="refresh" onPress={() => setAsking(true)}>
          Rotate secret
        </Button>
      </div>
      {secret !== null && (
        <div className="card-body stack">
          <NewSecret secret={secret} />
          <div className="row">
            <Button onPress={() => setSecret(null)}>I stored it</Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        title={`Rotate the secret of ${client.clientName}?`}
        action="Rotate secret"
        isOpen={isAsking}
        isPending={rotate.isPending}
        error={rotate.error}
        onClose={() => setAsking(false)}
        onConfirm={() => rotate.mutate({ clientId: client.clientId })}
      >
        <p>The secret of now ends at once: until your server has the new one, nobody can sign in to the app.</p>
      </ConfirmDialog>
    </section>
  );
};
