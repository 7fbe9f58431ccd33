import { CopyableId } from "../../components/CopyableId.tsx";
import { ClientBadges } from "./ClientBadges.tsx";
import type { Client } from "./useClients.ts";

const proofs = {
  none: "No secret: tokens are bound to a key by DPoP",
  client_secret_basic: "A secret, in the header (client_secret_basic)",
  client_secret_post: "A secret, in the form (client_secret_post)",
  private_key_jwt: "A key of its own (private_key_jwt)"
} as const;

/** What a client is. */
export const ClientDetails = ({ client }: { readonly client: Client }) => (
  <dl className="facts">
    <dt>Client ID</dt>
    <dd>
      <CopyableId id={client.clientId} what="the client id" room={64} />
    </dd>
    <dt>Client Type</dt>
    <dd>
      <ClientBadges client={client} />
    </dd>
    <dt>How it proves itself</dt>
    <dd>{proofs[client.tokenEndpointAuthMethod]}</dd>
    {client.jwksUri !== null && (
      <>
        <dt>Keys</dt>
        <dd>
          <code>{client.jwksUri}</code>
        </dd>
      </>
    )}
    <dt>Redirect URIs</dt>
    <dd>
      <ul>
        {client.redirectUris.map((uri) => (
          <li key={uri}>
            <code>{uri}</code>
          </li>
        ))}
      </ul>
    </dd>
    <dt>Scope</dt>
    <dd>
      <code>{client.scope}</code>
    </dd>
  </dl>
);
