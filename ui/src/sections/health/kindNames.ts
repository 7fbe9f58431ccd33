import type { Health } from "./Health.ts";

type Kind = Health["requests"][number]["kind"];

/** What requests are for, as names of rows. */
export const kindNames: Readonly<Record<Kind, string>> = {
  GRAPHQL_QUERY: "GraphQL queries",
  GRAPHQL_MUTATION: "GraphQL mutations",
  GRAPHQL_SUBSCRIPTION: "GraphQL subscriptions",
  AUTHORIZE: "Authorization and consent",
  PAR: "Pushed authorization requests",
  TOKEN: "Token endpoint",
  REVOKE: "Revocation",
  INTROSPECT: "Introspection",
  REGISTER: "Client registration",
  CALLBACK: "Callbacks from PDSes",
  BLOB: "Blob uploads",
  METADATA: "Metadata and schemas",
  ADMIN: "Admin API and exports",
  SETTINGS: "Pages of the settings",
  ACCOUNT: "Account page",
  LOG: "Transparency log",
  DOCS: "Documentation",
  STATIC: "SDK, GraphiQL and files",
  PROBE: "Health and readiness probes",
  OTHER: "Other URLs"
};
