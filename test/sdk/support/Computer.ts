import type { BrowserEnvironment, KeyStore, SharedStore } from "../../../sdk/src/browser/BrowserEnvironment.ts";
import type { Client, ClientOptions } from "../../../sdk/src/browser/Client.ts";
import { makeClient } from "../../../sdk/src/browser/makeClient.ts";
import { fallbackInMemory } from "../../../sdk/src/node/fallbackInMemory.ts";
import { keyedMutex } from "../../../sdk/src/node/keyedMutex.ts";
import { type DpopKey, generateDpopKey } from "../../../sdk/src/oauth/DpopKey.ts";
import type { FallbackStore } from "../../../sdk/src/session/FallbackTokens.ts";
import type { Exclusively } from "../../../sdk/src/session/Session.ts";
import type { TextStore } from "../../../sdk/src/session/TextStore.ts";
import { type Instance, makeInstance } from "./Instance.ts";

/** A tab of a browser: a client, the current URL, and the tab's own storage. */
export interface Tab {
  readonly client: Client;
  url: string;
  readonly own: Map<string, string>;
}

/** A browser and an instance with one clock, which advances when something waits. */
export interface Computer {
  readonly instance: Instance;
  readonly shared: Map<string, string>;
  readonly keys: Map<string, DpopKey>;
  readonly open: (more?: Partial<ClientOptions> & Partial<Fakes>) => Tab;
  /** Puts the browser online again. */
  readonly goOnline: () => void;
  /** Advances the clock by milliseconds. */
  readonly pass: (milliseconds: number) => void;
  readonly now: () => number;
  /** Notifies all tabs that what they share has changed. */
  readonly announce: () => void;
}

interface Fakes {
  readonly store: TextStore;
  readonly keyStore: KeyStore;
  readonly fallback: FallbackStore;
  readonly exclusively: (name: string) => Exclusively;
  readonly subscriptions: BrowserEnvironment["subscriptions"];
}

export const app = "https://app.example/home";

export const textStore = (kept: Map<string, string>): TextStore => ({
  get: (name) => kept.get(name) ?? null,
  set: (name, text) => void kept.set(name, text),
  remove: (name) => void kept.delete(name)
});

/** Notifies all tabs of the changes in one. */
const newsFor = (listeners: Set<() => void>, { get, remove, set }: TextStore): SharedStore => {
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    get,
    set: (name, text) => {
      set(name, text);
      tell();
    },
    remove: (name) => {
      remove(name);
      tell();
    },
    watch: (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    }
  };
};

export const memoryKeys = (kept: Map<string, DpopKey>): KeyStore => ({
  find: async (name) => kept.get(name) ?? null,
  make: async (name) => {
    const made = await generateDpopKey();
    const key = kept.get(name) ?? made;
    kept.set(name, key);
    return key;
  },
  remove: async (name) => void kept.delete(name)
});

export const startComputer = (): Computer => {
  let time = Date.UTC(2026, 10, 28, 12);
  const now = () => time;
  const instance = makeInstance(now);
  const shared = new Map<string, string>();
  const keys = new Map<string, DpopKey>();
  const turns = keyedMutex();
  const listeners = new Set<() => void>();
  const awaiting = new Set<() => void>();
  const fallbackStore = fallbackInMemory();
  return {
    instance,
    shared,
    keys,
    now,
    announce: () => {
      for (const listener of [...listeners]) listener();
    },
    goOnline: () => {
      const all = [...awaiting];
      awaiting.clear();
      for (const run of all) run();
    },
    pass: (milliseconds) => {
      time += milliseconds;
    },
    open: ({
      exclusively = turns,
      subscriptions = () => import("../../../sdk/src/subscribe.ts"),
      keyStore = memoryKeys(keys),
      fallback = fallbackStore,
      store = textStore(shared),
      ...options
    } = {}) => {
      const own = new Map<string, string>();
      const tab = { url: app, own };
      const client = makeClient(
        { server: instance.server, clientId: "client_app", ...options },
        {
          platform: {
            fetch: instance.fetch,
            now,
            wait: async (milliseconds) => {
              time += milliseconds;
            }
          },
          page: {
            url: () => tab.url,
            show: (url) => {
              tab.url = url;
            },
            leaveFor: (url) => {
              tab.url = url;
            },
            onceOnline: (run) => awaiting.add(run)
          },
          shared: newsFor(listeners, store),
          tab: textStore(own),
          keys: keyStore,
          fallback,
          exclusively,
          subscriptions
        }
      );
      return Object.assign(tab, { client });
    }
  };
};

/** Completes a login: to the server, approved, and back. */
export const logIn = async ({ instance }: Computer, tab: Tab): Promise<void> => {
  await tab.client.loginWithRedirect({ handle: "alice.test" });
  tab.url = instance.approve(tab.url);
  await tab.client.handleRedirectCallback();
};

/** A computer with a tab in which a user is logged in. The requests of the login are no longer in `instance.calls`. */
export interface LoggedIn extends Computer {
  readonly tab: Tab;
}

/** Starts a computer with a user who is logged in. */
export const loggedIn = async (): Promise<LoggedIn> => {
  const computer = startComputer();
  const tab = computer.open();
  await logIn(computer, tab);
  computer.instance.calls.length = 0;
  return { ...computer, tab };
};

/** The paths of all requests, in order. */
export const paths = ({ instance }: Computer): ReadonlyArray<string> => instance.calls.map(({ path }) => path);
