import * as Effect from "effect/Effect";
import { docsPath } from "../../../domain/documentation/docsUrl.ts";
import type { Route } from "../server/routing/Route.ts";
import { html } from "./Html.ts";
import { pageResponse } from "./pageResponse.ts";

/** A link on the landing page. */
interface LandingLink {
  readonly href: string;
  readonly name: string;
  readonly about: string;
}

/** The links of an instance that serves all pages. */
export const defaultLinks: ReadonlyArray<LandingLink> = [
  { href: "/settings", name: "Settings", about: "Register apps and manage this instance." },
  {
    href: "/account",
    name: "Your sign-ins",
    about: "See which apps can act for you here, end their access, and find out why one ended."
  },
  { href: docsPath(""), name: "Documentation", about: "Write an app, run an instance, and verify its log." },
  { href: "/graphiql", name: "GraphiQL", about: "Try the GraphQL API in the browser." },
  { href: "/schema.graphql", name: "Schema", about: "The current GraphQL schema." },
  {
    href: "/.well-known/oauth-authorization-server",
    name: "OAuth metadata",
    about: "What apps need to know to sign users in."
  }
];

/** The landing page at `/`, which describes the service and links to its pages. */
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
<p>This service provides a GraphQL API over AT Protocol records, writes records for signed-in users, and records every change in a verifiable log.</p>
<ul>${links.map(({ about, href, name }) => html`<li><a href="${href}">${name}</a><p>${about}</p></li>`)}</ul>`
        )
      )
  }
];
