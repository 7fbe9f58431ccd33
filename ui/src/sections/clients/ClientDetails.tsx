import { CopyableId } from "../../components/CopyableId.tsx";
import { ClientBadges } from "./ClientBadges.tsx";
import type { Client } from "./useClients.ts";

const authenticationMethods = {
  none: "None: tokens are bound to a key with DPoP",
  client_secret_basic: "Client secret in the Authorization header (client_secret_basic)",
  client_secret_post: "Client secret in the request body (client_secret_post)",
  private_key_jwt: "Assertion signed with the client's key (private_key_jwt)"
} as const;

/** The properties of a client. */
export const ClientDetails = ({ client }: { readonly client: Client }) => (
  <dl className="facts">
    <dt>Client ID</dt>
    <dd>
      <CopyableId id={client.clientId} what="the client ID" maxLength={64} />
    </dd>
    <dt>Client type</dt>
    <dd>
      <ClientBadges client={client} />
    </dd>
    <dt>Authentication</dt>
    <dd>{authenticationMethods[client.tokenEndpointAuthMethod]}</dd>
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
