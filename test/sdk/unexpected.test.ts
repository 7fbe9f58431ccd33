import { expect, it } from "vitest";
import { createClient } from "../../sdk/src/node/createClient.ts";
import { logIn, memoryKeys, startComputer } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { makeInstance } from "./support/Instance.ts";

it("what fails unexpectedly is a TidemarkError with the cause, from every method", async () => {
  const computer = startComputer();
  const broken = () => {
    throw new TypeError("AbortSignal.timeout is not a function");
  };
  await logIn(computer, computer.open());
  const tab = computer.open({ keyStore: { ...memoryKeys(computer.keys), find: broken } });
  const { client } = tab;
  const attempts = [
    () => client.query("{ x }"),
    () => client.mutate("mutation { x }"),
    () => client.uploadBlob(new Blob(["x"])),
    () => client.loginWithRedirect()
  ];
  for (const attempt of attempts) {
    const { cause, message, reason } = await failure(attempt());
    expect(reason).toBe("unexpected");
    expect(cause).toBeInstanceOf(TypeError);
    expect(message).toMatch(/not a function.*Safari 15/);
  }
  const { loginWithRedirect } = computer.open().client;
  tab.url = "not an address";
  expect((await failure(client.handleRedirectCallback())).reason).toBe("unexpected");
  expect((await failure(Reflect.apply(loginWithRedirect, undefined, [{ handle: 5 }]))).reason).toBe("unexpected");
});

it("a document or variables that cannot be sent are the developer's to put right", async () => {
  const computer = startComputer();
  const { client } = computer.open();
  await logIn(computer, computer.open());
  for (const attempt of [() => client.query("{ x }", { size: 1n }), () => client.publicQuery("{ x }", { size: 1n })]) {
    const { message, reason } = await failure(attempt());
    expect(reason).toBe("configuration");
    expect(message).toMatch(/^The document or its variables cannot be sent: TypeError/);
  }
});

it("what the caller aborts is the caller's", async () => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  const reason = { mine: true };
  for (const ask of [tab.client.query, tab.client.publicQuery]) {
    await expect(ask("{ x }", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  }
});

it("an answer that breaks off in the middle is asked for again, and no tokens are lost with it", async () => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  computer.pass(895_000);
  computer.instance.trouble.brokenAnswers = 2;
  expect(await tab.client.query("{ x }")).toBeDefined();
  const used = computer.instance.calls.flatMap(({ form }) => form.get("refresh_token") ?? []);
  expect(used).toEqual(["refresh-1", "refresh-1", "refresh-1"]);
});

it("a server that does not answer is given up after ten seconds", async () => {
  const { server } = makeInstance(Date.now);
  const timers: Array<() => void> = [];
  const before = globalThis.setTimeout;
  const asked = Object.assign((run: () => void) => timers.push(run), { __promisify__: before.__promisify__ });
  Reflect.set(globalThis, "setTimeout", asked);
  try {
    const client = createClient(
      { server, clientId: "a", clientSecret: "b", redirectUri: "https://app.example/", pushed: true },
      {
        now: Date.now,
        wait: async () => {},
        fetch: (_, { signal }) =>
          new Promise((_, reject) => {
            signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
            timers.shift()?.();
          })
      }
    );
    expect((await failure(client.beginLogin())).reason).toBe("unreachable");
  } finally {
    globalThis.setTimeout = before;
  }
});
