import * as Effect from "effect/Effect";
import { GraphQLNonNull, GraphQLObjectType } from "graphql";
import {
  InstanceSettings,
  type Setting,
  type SettingsOfInstance
} from "../../../application/instance/InstanceSettings.ts";
import { PublicUrl } from "../../../application/instance/PublicUrl.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { flag, listOf, text } from "../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "./AdminContext.ts";
import { asAdmin } from "./asAdmin.ts";

const setting = new GraphQLObjectType<Setting>({
  name: "Setting",
  description: "An environment variable.",
  fields: {
    name: { type: text },
    value: { type: text, description: "For a secret only `set` or `not set`." },
    isDefault: { type: flag, description: "Whether it has its default value." },
    description: { type: text },
    isSecret: { type: flag }
  }
});

interface Endpoint {
  readonly name: string;
  readonly path: string;
}

const endpoints: ReadonlyArray<Endpoint> = [
  { name: "GraphQL", path: "/graphql" },
  { name: "GraphQL schema", path: "/schema.graphql" },
  { name: "GraphiQL", path: "/graphiql" },
  { name: "Admin GraphQL", path: "/admin/graphql" },
  { name: "Admin schema", path: "/admin/schema.graphql" },
  { name: "Settings", path: "/settings" },
  { name: "OAuth authorization server metadata", path: "/.well-known/oauth-authorization-server" },
  { name: "OAuth protected resource metadata", path: "/.well-known/oauth-protected-resource" },
  { name: "OAuth client metadata", path: "/oauth/oauth-client-metadata.json" },
  { name: "Authorization", path: "/oauth/authorize" },
  { name: "Pushed authorization requests", path: "/oauth/par" },
  { name: "Token", path: "/oauth/token" },
  { name: "Revocation", path: "/oauth/revoke" },
  { name: "Introspection", path: "/oauth/introspect" },
  { name: "Client registration", path: "/oauth/register" },
  { name: "Blobs", path: "/blobs" },
  { name: "Model Context Protocol", path: "/mcp" },
  { name: "Browser SDK", path: "/sdk.js" },
  { name: "Health", path: "/health" },
  { name: "Readiness", path: "/ready" }
];

const endpoint = new GraphQLObjectType<{ readonly name: string; readonly url: string }>({
  name: "Endpoint",
  description: "A URL of the instance.",
  fields: { name: { type: text }, url: { type: text } }
});

interface ShownSettings extends SettingsOfInstance {
  readonly externalBaseUrl: string;
}

const settings = new GraphQLObjectType<ShownSettings>({
  name: "Settings",
  description:
    "The settings of the instance, from its environment. To change them, change the environment and restart.",
  fields: {
    externalBaseUrl: { type: text },
    version: { type: text },
    development: { type: flag },
    database: { type: text, description: "Where the data is stored, without credentials." },
    values: { type: listOf(setting) },
    endpoints: {
      type: listOf(endpoint),
      resolve: ({ externalBaseUrl }) => endpoints.map(({ name, path }) => ({ name, url: `${externalBaseUrl}${path}` }))
    }
  }
});

const shown = Effect.gen(function* () {
  const settings = yield* InstanceSettings;
  return { ...settings, externalBaseUrl: yield* PublicUrl } satisfies ShownSettings;
});

/** The admin API field for the settings of the instance. */
export const settingsFields: Pick<Required<RootFields<AdminContext>>, "query"> = {
  query: {
    settings: {
      type: new GraphQLNonNull(settings),
      description: "The settings of the instance, without secrets.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => shown)
    }
  }
};
