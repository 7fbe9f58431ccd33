import * as Data from "effect/Data";
import type { ClientEvent, ClientType, TokenEndpointAuthMethod } from "./ClientEvent.ts";
import type { ClientId } from "./ClientId.ts";
import type { HashedSecret } from "./ClientSecret.ts";

/** A client that may ask for authorizations. */
export interface RegisteredClient {
  readonly clientId: ClientId;
  readonly name: string;
  readonly type: ClientType;
  readonly tokenEndpointAuthMethod: TokenEndpointAuthMethod;
  readonly redirectUris: ReadonlyArray<string>;
  readonly scope: string;
  readonly secret: HashedSecret | null;
}

export type Client = Data.TaggedEnum<{
  Unknown: {};
  Registered: { readonly client: RegisteredClient };
  Deleted: { readonly clientId: ClientId };
}>;
export const Client = Data.taggedEnum<Client>();

export const initialClient: Client = Client.Unknown();

const change = (state: Client, patch: Partial<RegisteredClient>): Client =>
  state._tag === "Registered" ? Client.Registered({ client: { ...state.client, ...patch } }) : state;

/** What a client is after an event. Total: an event that does not fit its state changes nothing. */
export const evolveClient = (state: Client, event: ClientEvent): Client => {
  switch (event._tag) {
    case "ClientRegistered.v1": {
      if (state._tag !== "Unknown") return state;
      const { clientId, name, type, tokenEndpointAuthMethod, redirectUris, scope, secret } = event;
      return Client.Registered({
        client: { clientId, name, type, tokenEndpointAuthMethod, redirectUris, scope, secret }
      });
    }
    case "ClientUpdated.v1":
      return change(state, { name: event.name, redirectUris: event.redirectUris, scope: event.scope });
    case "ClientSecretRotated.v1":
      return change(state, { secret: event.secret });
    case "ClientDeleted.v1":
      return state._tag === "Registered" ? Client.Deleted({ clientId: event.clientId }) : state;
  }
};
