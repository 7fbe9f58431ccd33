import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, expectTypeOf, it } from "vitest";
import { createClient } from "../../sdk/src/browser/createClient.ts";
import { TidemarkProvider, useMutation, useQuery, useSession } from "../../sdk/src/react.ts";
import type { TidemarkError } from "../../sdk/src/TidemarkError.ts";
import * as asText from "./generated/asText.ts";
import * as asTree from "./generated/asTree.ts";

const client = createClient({ server: "https://records.example", clientId: "client_app" });

const render = (component: () => string) =>
  renderToString(createElement(TidemarkProvider, { client }, createElement(component)));

it("renders on a server, where the session is unknown and nothing is requested", () => {
  const page = () => `${useSession().status} ${useQuery("{ x }", {}, { isPublic: true }).status}`;
  expect(render(page)).toBe("loading loading");
  expect(render(() => useMutation("mutation { x }")[1].status)).toBe("idle");
});

it("reports a missing provider", () => {
  const page = () => useSession().status;
  expect(() => renderToString(createElement(page))).toThrow(/not inside a <TidemarkProvider client={client}>/);
});

it("has types for variables, results, errors and the session", () => {
  const page = () => {
    const session = useSession();
    if (session.status === "loggedIn") expectTypeOf(session.user.did).toEqualTypeOf<string>();
    if (session.status === "failed") expectTypeOf(session.error).toEqualTypeOf<TidemarkError>();
    // @ts-expect-error: nobody may be logged in.
    session.user;

    const feed = useQuery(asText.FeedDocument, { first: 1 });
    if (feed.status === "done") expectTypeOf(feed.data).toEqualTypeOf<asText.FeedQuery>();
    if (feed.status === "loading") expectTypeOf(feed.data).toEqualTypeOf<asText.FeedQuery | undefined>();
    if (feed.status === "failed") expectTypeOf(feed.error).toEqualTypeOf<TidemarkError>();
    expectTypeOf(useQuery(asTree.ViewerDocument).data).toEqualTypeOf<asTree.ViewerQuery | undefined>();
    expectTypeOf(useQuery<{ x: 1 }>("{ x }").data).toEqualTypeOf<{ x: 1 } | undefined>();
    // @ts-expect-error: variables are required.
    useQuery(asText.FeedDocument);
    // @ts-expect-error: first is a number.
    useQuery(asTree.FeedDocument, { first: "1" });

    const [setStatus, setting] = useMutation(asText.SetStatusDocument);
    if (setting.status === "done") expectTypeOf(setting.data).toEqualTypeOf<asText.SetStatusMutation>();
    const typed = [
      () => setStatus({ status: "🌊", now: "2026-11-28T12:00:00Z" }, { idempotencyKey: "one" }),
      // @ts-expect-error: now is required.
      () => setStatus({ status: "🌊" }),
      // @ts-expect-error: variables are required.
      () => setStatus()
    ];
    return String(typed.length);
  };
  expect(render(page)).toBe("3");
});
