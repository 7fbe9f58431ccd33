import { assert } from "@effect/vitest";
import { afterAll, beforeAll, it, vi } from "vitest";
import type { Client } from "../../sdk/src/browser/Client.ts";
import { makeClient } from "../../sdk/src/browser/makeClient.ts";
import { fallbackInMemory } from "../../sdk/src/node/fallbackInMemory.ts";
import { keyedMutex } from "../../sdk/src/node/keyedMutex.ts";
import { generateDpopKey } from "../../sdk/src/oauth/DpopKey.ts";
import { makeSubscriptions } from "../../sdk/src/subscription/makeSubscriptions.ts";
import type { AnyWebSocket } from "../../sdk/src/subscription/SubscriptionEnvironment.ts";
import type { TidemarkError } from "../../sdk/src/TidemarkError.ts";
import type { Account } from "../pds/NetworkInfo.ts";
import { withPds } from "../support/withPds.ts";
import { App, type Registration } from "./App.ts";
import { startService, type TestService } from "./startService.ts";

const created = `subscription ($after: String) { xyzStatusphereStatusCreated(after: $after) { status } }`;
const write = `mutation ($status: String!, $now: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $now }) { uri }
}`;

interface Created {
  readonly xyzStatusphereStatusCreated: { readonly status: string };
}

/** A browser whose clock can be put forward, with the tokens that its sockets were opened with. */
interface BrowserLike {
  readonly client: Client;
  readonly authorizations: Array<string>;
  /** Puts the clock forward, and runs what is due then. */
  readonly pass: (milliseconds: number) => void;
  readonly stored: () => string;
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

await withPds("subscriptions of the SDK, at a real service and a real PDS, where proofs need a nonce", (network) => {
  let running: TestService;
  let account: Account;
  let registration: Registration;

  beforeAll(async () => {
    running = await startService(network, undefined, { REQUIRE_DPOP_NONCE: "true" });
    account = await network.pdses[0].createAccount({ handle: "sdk-live.test" });
    registration = await running.register("public", "http://127.0.0.1:4321/");
  });
  afterAll(() => running?.stop());

  const openBrowser = async (): Promise<BrowserLike> => {
    const texts = new Map<string, string>();
    const listeners = new Set<() => void>();
    const store = {
      get: (name: string) => texts.get(name) ?? null,
      set: (name: string, text: string) => void texts.set(name, text),
      remove: (name: string) => {
        texts.delete(name);
        for (const listener of [...listeners]) listener();
      }
    };
    const timers = new Set<{ readonly at: number; readonly run: () => void }>();
    const authorizations: Array<string> = [];
    const key = await generateDpopKey();
    let url = registration.redirectUri;
    let ahead = 0;
    const now = () => Date.now() + ahead;
    const show = (next: string) => {
      url = next;
    };
    const open = (to: string, protocol: string): AnyWebSocket => {
      const socket = new WebSocket(to, protocol);
      const { send } = socket;
      socket.send = (message) => {
        const { payload, type } = JSON.parse(String(message));
        if (type === "connection_init") authorizations.push(payload.Authorization);
        send.call(socket, message);
      };
      return socket;
    };
    const client = makeClient(
      { server: running.service.publicUrl, clientId: registration.clientId },
      {
        platform: { fetch: (to, init) => fetch(to, init), now, wait },
        page: { url: () => url, show, leaveFor: show, onceOnline: () => {} },
        shared: {
          ...store,
          watch: (changed) => {
            listeners.add(changed);
            return () => void listeners.delete(changed);
          }
        },
        tab: store,
        keys: { find: async () => key, make: async () => key, remove: async () => {} },
        fallback: fallbackInMemory(),
        exclusively: keyedMutex(),
        subscriptions: async () => ({
          start: makeSubscriptions({
            open,
            after: (milliseconds, run) => {
              const timer = { at: now() + milliseconds, run };
              const timeout = setTimeout(() => timers.delete(timer) && run(), milliseconds);
              timers.add(timer);
              return () => {
                clearTimeout(timeout);
                timers.delete(timer);
              };
            },
            random: () => Math.random(),
            isActive: () => true,
            watch: () => {}
          })
        })
      }
    );
    await client.loginWithRedirect({ handle: account.handle });
    const app = await App.make(running.service, registration);
    const cookies = app.begin();
    show((await app.visit(cookies, await app.approve(await app.visit(cookies, url), account))).href);
    await client.handleRedirectCallback();
    return {
      client,
      authorizations,
      pass: (milliseconds) => {
        ahead += milliseconds;
        for (const timer of [...timers]) if (timer.at <= now() && timers.delete(timer)) timer.run();
      },
      stored: () => store.get(`tidemark ${running.service.publicUrl} ${registration.clientId}`) ?? ""
    };
  };

  const follow = (client: Client, after: string) => {
    const heard = {
      statuses: [] as string[],
      errors: [] as TidemarkError[],
      ends: [] as string[],
      states: [] as string[]
    };
    client.subscribe<Created>(
      created,
      { after },
      {
        onData: ({ xyzStatusphereStatusCreated: { status } }) => heard.statuses.push(status),
        onError: (error) => heard.errors.push(error),
        onEnd: (reason) => heard.ends.push(reason),
        onStatus: (status) => heard.states.push(status)
      }
    );
    return heard;
  };
  /** Writes once, as soon as the service can: a moment after a start it may still wait for what a killed process held. */
  const say = (client: Client, status: string) => {
    const variables = { status, now: new Date().toISOString() };
    const idempotencyKey = crypto.randomUUID();
    return vi.waitFor(() => client.mutate(write, variables, { idempotencyKey }), { timeout: 40_000, interval: 500 });
  };
  const cursorOf = async (client: Client): Promise<string> => {
    let cursor = "";
    await client.query("{ xyzStatusphereStatus { totalCount } }", undefined, {
      onCursor: (received) => {
        cursor = received;
      }
    });
    return cursor;
  };
  const eventually = (check: () => void) => vi.waitFor(check, { timeout: 30_000, interval: 50 });

  it("A subscription continues after a query, a killed and a stopped service, and a token that runs out", async () => {
    const { authorizations, client, pass } = await openBrowser();
    const after = await cursorOf(client);
    await say(client, "1");
    const heard = follow(client, after);
    await say(client, "2");
    await eventually(() => assert.deepStrictEqual(heard.statuses, ["1", "2"]));

    await running.service.kill();
    await running.service.start();
    await say(client, "3");
    await eventually(() => assert.deepStrictEqual(heard.statuses, ["1", "2", "3"]));

    await running.service.stop();
    await running.service.start();
    await say(client, "4");
    await eventually(() => assert.deepStrictEqual(heard.statuses, ["1", "2", "3", "4"]));
    assert.strictEqual(new Set(authorizations).size, 1);
    const states = ["live", "connecting", "live", "connecting", "live"];
    await eventually(() => assert.deepStrictEqual(heard.states, states));

    pass(880_000);
    await eventually(() => assert.strictEqual(new Set(authorizations).size, 2));
    await say(client, "5");
    await eventually(() => assert.deepStrictEqual(heard.statuses, ["1", "2", "3", "4", "5"]));
    assert.deepStrictEqual([heard.states, heard.errors, heard.ends], [states, [], []]);
    await client.logout();
    await eventually(() => assert.deepStrictEqual(heard.ends, ["logged_out"]));
    assert.deepStrictEqual(heard.errors, []);
  });

  it("A subscription ends with the reason when the session is revoked", async () => {
    const { client, stored } = await openBrowser();
    const heard = follow(client, await cursorOf(client));
    await eventually(() => assert.deepStrictEqual(heard.states, ["live"]));
    const { refreshToken } = JSON.parse(stored());
    const form = new URLSearchParams({ token: refreshToken, client_id: registration.clientId });
    await fetch(`${running.service.publicUrl}/oauth/revoke`, { method: "POST", body: form });
    await eventually(() => assert.deepStrictEqual(heard.ends, ["logged_out"]));
    assert.deepStrictEqual(
      heard.errors.map(({ reason }) => reason),
      ["login_expired"]
    );
    assert.isFalse(client.isAuthenticated());
  });

  it("A subscription fails with a code if it cannot continue", async () => {
    const { client } = await openBrowser();
    const heard = follow(client, "foreign");
    await eventually(() => assert.deepStrictEqual(heard.ends, ["failed"]));
    assert.deepStrictEqual(
      heard.errors.map(({ code }) => code),
      ["BAD_CURSOR"]
    );
  });
});
