import { expect, it } from "vitest";
import { createClient } from "../../sdk/src/node/createClient.ts";
import { logIn, memoryKeys, startComputer } from "./support/Computer.ts";
import { failure } from "./support/failure.ts";
import { makeInstance } from "./support/Instance.ts";

it("every method converts an unexpected failure to a TidemarkError with the cause", async () => {
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

it("reports a document or variables that cannot be sent as a configuration error", async () => {
  const computer = startComputer();
  const { client } = computer.open();
  await logIn(computer, computer.open());
  for (const attempt of [() => client.query("{ x }", { size: 1n }), () => client.publicQuery("{ x }", { size: 1n })]) {
    const { message, reason } = await failure(attempt());
    expect(reason).toBe("configuration");
    expect(message).toMatch(/^The document or its variables cannot be encoded as JSON: TypeError/);
  }
});

it("passes on the reason when the caller aborts", async () => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  const reason = { mine: true };
  for (const ask of [tab.client.query, tab.client.publicQuery]) {
    await expect(ask("{ x }", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  }
});

it("repeats a request whose response was truncated, without losing tokens", async () => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  computer.pass(895_000);
  computer.instance.trouble.brokenAnswers = 2;
  expect(await tab.client.query("{ x }")).toBeDefined();
  const used = computer.instance.calls.flatMap(({ form }) => form.get("refresh_token") ?? []);
  expect(used).toEqual(["refresh-1", "refresh-1", "refresh-1"]);
});

it("gives up on a server that does not respond within ten seconds", async () => {
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
