import { parse } from "graphql";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as asText from "./generated/asText.ts";
import * as asTree from "./generated/asTree.ts";
import { logIn, startComputer } from "./support/Computer.ts";

const begin = async () => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  return { ...computer, client: tab.client };
};

describe.each([
  ["text", asText],
  ["tree", asTree]
])("documents of GraphQL Code Generator as %s", (_, { FeedDocument, SetStatusDocument, ViewerDocument }) => {
  it("are sent unchanged", async () => {
    const { client, instance } = await begin();
    await client.query(FeedDocument, { first: 20 });
    const { query, variables } = JSON.parse(instance.calls.at(-1)?.body ?? "");
    expect(variables).toEqual({ first: 20 });
    const { definitions } = parse(query, { noLocation: true });
    expect(definitions).toMatchObject([{ name: { value: "Feed" } }, { name: { value: "Author" } }]);
    await client.mutate(SetStatusDocument, { status: "🌊", now: "2026-11-28T12:00:00Z" });
    await client.publicQuery(ViewerDocument);
    expect(JSON.parse(instance.calls.at(-1)?.body ?? "").query).toMatch(/^\s*query Viewer/);
  });
});

it("have types for variables and results, and wrong ones are refused", async () => {
  const { client } = await begin();
  const typed = [
    async () => {
      expectTypeOf(await client.query(asText.FeedDocument, { first: 1 })).toEqualTypeOf<asText.FeedQuery>();
      expectTypeOf(
        await client.query(asTree.FeedDocument, { first: 1, after: null })
      ).toEqualTypeOf<asTree.FeedQuery>();
      expectTypeOf(await client.query(asText.ViewerDocument)).toEqualTypeOf<asText.ViewerQuery>();
      expectTypeOf(await client.publicQuery(asTree.ViewerDocument)).toEqualTypeOf<asTree.ViewerQuery>();
      expectTypeOf(await client.query("{ x }")).toEqualTypeOf<unknown>();
      expectTypeOf(await client.query<{ x: 1 }>("{ x }", { any: 1 })).toEqualTypeOf<{ x: 1 }>();
    },
    // @ts-expect-error: variables are required.
    () => client.query(asText.FeedDocument),
    // @ts-expect-error: variables are required.
    () => client.query(asTree.FeedDocument),
    // @ts-expect-error: first is a number.
    () => client.query(asText.FeedDocument, { first: "1" }),
    // @ts-expect-error: there is no such variable.
    () => client.query(asTree.FeedDocument, { first: 1, last: 2 }),
    // @ts-expect-error: now is required.
    () => client.mutate(asText.SetStatusDocument, { status: "🌊" })
  ];
  expect(typed).toHaveLength(6);
});
