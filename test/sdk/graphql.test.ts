import { expect, it } from "vitest";
import { loggedIn } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { did } from "./support/Instance.ts";

const begin = async () => {
  const { tab, ...computer } = await loggedIn();
  return { ...computer, client: tab.client };
};

const keysOf = (calls: ReadonlyArray<{ readonly headers: Headers }>) =>
  calls.map(({ headers }) => headers.get("idempotency-key"));

it("sends the document and variables, and returns the data", async () => {
  const { client, instance } = await begin();
  expect(await client.query("query ($n: Int) { x }", { n: 1 })).toEqual({ viewer: { did } });
  expect(JSON.parse(instance.calls[0]?.body ?? "")).toEqual({ query: "query ($n: Int) { x }", variables: { n: 1 } });
});

it("sends a public query without credentials, even if a user is logged in", async () => {
  const { client, instance } = await begin();
  await client.publicQuery("{ x }");
  expect(instance.calls[0]?.headers.get("authorization")).toBeNull();
  expect(instance.calls[0]?.headers.get("dpop")).toBeNull();
});

it("repeats a mutation with the same key when the response was lost, and uses a new key for each mutation", async () => {
  const { client, instance } = await begin();
  instance.trouble.lostAnswers = 1;
  await client.mutate("mutation { x }");
  await client.mutate("mutation { x }");
  const [first, repeated, second] = keysOf(instance.calls);
  expect(first).toMatch(/^[\w-]{22}$/);
  expect(repeated).toBe(first);
  expect(second).not.toBe(first);
  await client.mutate("mutation { x }", {}, { idempotencyKey: "mine" });
  expect(keysOf(instance.calls)[3]).toBe("mine");
});

it("waits for a mutation that is still in progress, and returns its outcome", async () => {
  const { client, instance } = await begin();
  const errors = [{ message: "In progress.", extensions: { code: "WRITE_IN_PROGRESS", retryAfter: 2 } }];
  const answers = [{ data: null, errors }, { data: { x: 1 } }];
  instance.trouble.graphql = () => answers.shift() ?? {};
  expect(await client.mutate("mutation { x }")).toEqual({ x: 1 });
  const [first, again] = keysOf(instance.calls);
  expect(again).toBe(first);
  instance.trouble.graphql = () => ({ data: null, errors });
  expect(await failure(client.mutate("mutation { x }"))).toMatchObject({
    reason: "graphql",
    code: "WRITE_IN_PROGRESS"
  });
});

it("fails with all errors of the response, the code and message of the first, and the data", async () => {
  const { client, instance } = await begin();
  const errors = [{ message: "The PDS has enough.", path: ["x"], extensions: { code: "RATE_LIMITED", retryAfter: 7 } }];
  instance.trouble.graphql = () => ({ data: { x: null }, errors });
  const error = await failure(client.query("{ x }"));
  expect(error).toMatchObject({ reason: "graphql", code: "RATE_LIMITED", retryAfter: 7, errors, data: { x: null } });
  expect(error.message).toBe("The PDS has enough.");
  expect(instance.calls).toHaveLength(1);
});

it("uploads a file unchanged", async () => {
  const { client, instance } = await begin();
  const blob = await client.uploadBlob(new Blob(["12345"], { type: "image/png" }));
  expect(blob).toEqual({ ref: "bafk", mimeType: "image/png", size: 5 });
  expect(instance.calls[0]).toMatchObject({
    path: "/blobs",
    body: "12345",
    proof: { htu: "https://records.example/blobs" }
  });
});

it("distinguishes a server that is down, busy, or not an instance", async () => {
  const { client, instance } = await begin();
  instance.trouble.unreachable = 9;
  const down = await failure(client.publicQuery("{ x }"));
  expect([down.reason, instance.trouble.unreachable]).toEqual(["unreachable", 6]);
  instance.trouble.unreachable = 0;
  instance.trouble.busy = 9;
  expect(await failure(client.query("{ x }"))).toMatchObject({ reason: "unavailable", retryAfter: 1 });
  instance.trouble.busy = 0;
  instance.trouble.graphql = () => ({ hello: "from another API" });
  expect((await failure(client.query("{ x }"))).reason).toBe("bad_answer");
});

it("stops when the signal is aborted, with its reason", async () => {
  const { client } = await begin();
  const reason = new Error("left the page");
  await expect(client.publicQuery("{ x }", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
