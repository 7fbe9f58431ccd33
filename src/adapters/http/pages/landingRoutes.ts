import * as Effect from "effect/Effect";
import type { Route } from "../server/routing/Route.ts";
import { html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";

/** One thing that the landing page leads to. */
export interface LandingLink {
  readonly href: string;
  readonly name: string;
  readonly about: string;
}

/** The links of an instance with everything on it. */
export const defaultLinks: ReadonlyArray<LandingLink> = [
  { href: "/settings", name: "Settings", about: "Register apps and manage this instance." },
  {
    href: "/account",
    name: "Your sign-ins",
    about: "See which apps act for you here, end them, and read why one ended."
  },
  { href: "/graphiql", name: "GraphiQL", about: "Try the GraphQL API in the browser." },
  { href: "/schema.graphql", name: "Schema", about: "The GraphQL schema as it is now." },
  {
    href: "/.well-known/oauth-authorization-server",
    name: "OAuth metadata",
    about: "What apps need to know to sign people in."
  }
];

/** The page at `/`, which says what this is and where to go. */
export const landingRoutes = (links: ReadonlyArray<LandingLink>): ReadonlyArray<Route<never>> => [
  {
    methods: ["GET", "HEAD"],
    path: "/",
    origins: "same",
    handle: () =>
      Effect.succeed(
        pageResponse(
          200,
          "Welcome",
          html`<h1>Records, open to every app</h1>
<p>This service answers GraphQL over AT Protocol records, writes for people who signed in, and keeps a log of it that can be proven.</p>
<ul>${links.map(({ about, href, name }) => html`<li><a href="${href}">${name}</a><p>${about}</p></li>`)}</ul>`
        )
      )
  }
];
