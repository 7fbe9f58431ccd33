import { command, group } from "../command/Command.ts";
import { json } from "../command/commonParameters.ts";
import {
  accessTokenLifetime,
  authMethod,
  authorizationLifetime,
  clientId,
  confirmDeletion,
  jwks,
  jwksUri,
  keepOld,
  mayAdminister,
  name,
  newName,
  newRedirectUris,
  redirectUris,
  refreshTokenLifetime,
  scope,
  type
} from "./clientParameters.ts";

const exampleId = "client_aaaaaaaaaaaaaaaaaaaaaa";

const exampleClient = {
  clientId: exampleId,
  name: "My App",
  type: "public",
  redirectUris: ["https://app.example.com/callback"],
  scope: "atproto transition:generic",
  tokenEndpointAuthMethod: "none",
  origin: "operator",
  mayAdminister: false
};

const exampleDetails = {
  ...exampleClient,
  registeredAt: "2026-01-31T12:00:00.000Z",
  grantTypes: ["authorization_code", "refresh_token"],
  jwks: null,
  jwksUri: null,
  dpopBoundAccessTokens: true,
  requirePushedAuthorizationRequests: false,
  managesItself: false,
  secrets: [],
  lifetimes: { accessToken: 300, refreshToken: null, authorization: null },
  effectiveLifetimes: { accessToken: 300, refreshToken: 2_592_000, authorization: 31_536_000 }
};

/** The commands that manage clients. */
export const clientCommands = {
  clients: group({
    description: "Registers and manages the apps that users log in to.",
    examples: ["tidemark clients register --help"]
  }),
  "clients register": command({
    description:
      "Registers an app and shows its client id. For a confidential app, shows its secret, which is shown only once.",
    parameters: [name, type, redirectUris, scope, authMethod, jwks, jwksUri, mayAdminister, json],
    examples: [
      'tidemark clients register --name "My App" --type public --redirect-uri https://app.example.com/callback',
      'tidemark clients register --name "My Server" --type confidential --redirect-uri https://app.example.com/callback --json',
      'tidemark clients register --name "My Server" --type confidential --redirect-uri https://app.example.com/callback --auth-method private_key_jwt --jwks-uri https://app.example.com/jwks.json'
    ],
    jsonExample: { ...exampleClient, clientSecret: null },
    load: async () => (await import("./registerCommand.ts")).register
  }),
  "clients list": command({
    description: "Lists the registered apps in the order of their registration, with when each was last used.",
    parameters: [json],
    examples: ["tidemark clients list --json"],
    jsonExample: { clients: [{ ...exampleClient, lastUsedAt: "2026-01-31T12:15:00.000Z" }] },
    load: async () => (await import("./listCommand.ts")).list
  }),
  "clients show": command({
    description: "Shows everything about an app except its secret, which is not stored.",
    parameters: [clientId, json],
    examples: [
      "tidemark clients show client_aaaaaaaaaaaaaaaaaaaaaa",
      "tidemark clients show client_aaaaaaaaaaaaaaaaaaaaaa --json"
    ],
    jsonExample: exampleDetails,
    load: async () => (await import("./showCommand.ts")).show
  }),
  "clients activity": command({
    description:
      "Shows how an app was used over the last 30 days: sign-ins by day, who is signed in now, its last use, and the reasons for which it was refused.",
    parameters: [clientId, json],
    examples: ["tidemark clients activity client_aaaaaaaaaaaaaaaaaaaaaa"],
    jsonExample: {
      clientId: exampleId,
      signIns: 12,
      activeSessions: 3,
      lastSignInAt: "2026-01-31T12:00:00.000Z",
      lastUsedAt: "2026-01-31T12:15:00.000Z",
      days: [{ day: "2026-01-31", signIns: 12 }],
      refusals: []
    },
    load: async () => (await import("./activityCommand.ts")).activity
  }),
  "clients update": command({
    description:
      "Changes the name or the scope of an app, replaces all its redirect URIs, or changes whether its access tokens may administer the instance. What is omitted stays as it is.",
    parameters: [clientId, newName, newRedirectUris, scope, mayAdminister, json],
    examples: [
      'tidemark clients update client_aaaaaaaaaaaaaaaaaaaaaa --name "New Name"',
      "tidemark clients update client_aaaaaaaaaaaaaaaaaaaaaa --redirect-uri https://a.example/cb --redirect-uri https://b.example/cb",
      "tidemark clients update client_aaaaaaaaaaaaaaaaaaaaaa --may-administer yes"
    ],
    jsonExample: exampleClient,
    load: async () => (await import("./updateCommand.ts")).update
  }),
  "clients rotate-secret": command({
    description:
      "Replaces the secret of a confidential app and shows the new one, which is shown only once. The old secret stops working immediately, unless --keep-old says for how long it is still accepted. At most two secrets are accepted at a time.",
    parameters: [clientId, keepOld, json],
    examples: [
      "tidemark clients rotate-secret client_aaaaaaaaaaaaaaaaaaaaaa",
      "tidemark clients rotate-secret client_aaaaaaaaaaaaaaaaaaaaaa --keep-old 24h"
    ],
    jsonExample: { clientId: exampleId, clientSecret: "…", oldValidUntil: null },
    load: async () => (await import("./rotateSecretCommand.ts")).rotateSecret
  }),
  "clients revoke-secret": command({
    description:
      "Ends the old secret of an app that rotate-secret --keep-old left valid. The newest secret is still accepted.",
    parameters: [clientId, json],
    examples: ["tidemark clients revoke-secret client_aaaaaaaaaaaaaaaaaaaaaa"],
    jsonExample: { clientId: exampleId, revoked: true },
    load: async () => (await import("./revokeSecretCommand.ts")).revokeSecret
  }),
  "clients lifetimes": command({
    description:
      "Sets how long the tokens and sessions of an app are valid, from its next tokens on. For what is omitted, the default for all apps applies.",
    parameters: [clientId, accessTokenLifetime, refreshTokenLifetime, authorizationLifetime, json],
    examples: [
      "tidemark clients lifetimes client_aaaaaaaaaaaaaaaaaaaaaa --access-token 5m --authorization 30d",
      "tidemark clients lifetimes client_aaaaaaaaaaaaaaaaaaaaaa"
    ],
    jsonExample: { clientId: exampleId, accessToken: 300, refreshToken: null, authorization: null },
    load: async () => (await import("./lifetimesCommand.ts")).setLifetimes
  }),
  "clients keys": command({
    description:
      "Replaces the public keys that an app authenticates with (private_key_jwt), or the URL that publishes them.",
    parameters: [clientId, jwks, jwksUri, json],
    examples: [
      "tidemark clients keys client_aaaaaaaaaaaaaaaaaaaaaa --jwks-uri https://app.example.com/jwks.json",
      'tidemark clients keys client_aaaaaaaaaaaaaaaaaaaaaa --jwks "$(cat jwks.json)"'
    ],
    jsonExample: exampleDetails,
    load: async () => (await import("./keysCommand.ts")).replaceKeys
  }),
  "clients delete": command({
    description: "Deletes an app permanently and logs its users out. Its client id is never assigned again.",
    parameters: [clientId, confirmDeletion, json],
    examples: ["tidemark clients delete client_aaaaaaaaaaaaaaaaaaaaaa --yes"],
    jsonExample: { clientId: exampleId, deleted: true },
    load: async () => (await import("./deleteCommand.ts")).deleteCommand
  })
};
