import { makeSubscriptions } from "../../../sdk/src/subscription/makeSubscriptions.ts";
import type {
  SubscriptionEnd,
  SubscriptionOptions,
  SubscriptionStatus
} from "../../../sdk/src/subscription/Subscribe.ts";
import type { SubscriptionEnvironment } from "../../../sdk/src/subscription/SubscriptionEnvironment.ts";
import type { TidemarkError } from "../../../sdk/src/TidemarkError.ts";
import { type Computer, logIn, startComputer, type Tab } from "../support/Computer.ts";
import { type LiveServer, makeLiveServer } from "./LiveServer.ts";

/** A computer with a tab, a live server, and a clock that fires the timers of subscriptions. */
export interface LiveStage extends Computer {
  readonly tab: Tab;
  readonly computer: Computer;
  readonly server: LiveServer;
  /** Lets everything happen that does not need time. */
  readonly settle: () => Promise<void>;
  /** Lets time pass, and everything happen that is due. */
  readonly passBy: (milliseconds: number) => Promise<void>;
  /** Whether the page is visible and online. */
  readonly page: { isActive: boolean; wake: () => void; sleep: () => void };
  /** The random number of the next delays. */
  readonly chance: { random: number };
  /** The delays of all timers that were started, in milliseconds. */
  readonly delays: Array<number>;
}

export const created = "subscription ($after: String) { created(after: $after) }";

const signing = crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);

/**
 * Waits until the promises and messages in flight have had their effects: until `activity` stays the same while as many
 * signatures are made as any step needs, because signatures are made by other threads.
 */
const settleUntilQuiet = async (activity: () => number): Promise<void> => {
  const { privateKey } = await signing;
  for (let quiet = 0, before = activity(); quiet < 15; quiet++) {
    await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, new Uint8Array(1));
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
    const now = activity();
    if (now !== before) quiet = 0;
    before = now;
  }
};

export const startStage = async (isLoggedIn = true): Promise<LiveStage> => {
  const computer = startComputer();
  const server = makeLiveServer();
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  let started = 0;
  const page: LiveStage["page"] = { isActive: true, wake: () => {}, sleep: () => {} };
  const chance = { random: 0 };
  const delays: Array<number> = [];
  const environment: SubscriptionEnvironment = {
    open: server.open,
    after: (milliseconds, run) => {
      const id = started++;
      delays.push(milliseconds);
      timers.set(id, { at: computer.now() + milliseconds, run });
      return () => void timers.delete(id);
    },
    random: () => chance.random,
    isActive: () => page.isActive,
    watch: (wake, sleep) => Object.assign(page, { wake, sleep })
  };
  computer.instance.trouble.graphql = () => ({
    data: { __typename: "Query" },
    extensions: { cursor: String(server.head()) }
  });
  const tab = computer.open({ subscriptions: async () => ({ start: makeSubscriptions(environment) }) });
  if (isLoggedIn) await logIn(computer, tab);
  const settle = () => settleUntilQuiet(() => computer.instance.calls.length + server.messages() + delays.length);
  const fire = async (until: number): Promise<void> => {
    const [next] = [...timers].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at);
    if (next === undefined) return;
    const [id, { at, run }] = next;
    timers.delete(id);
    computer.pass(Math.max(0, at - computer.now()));
    run();
    await settle();
    return fire(until);
  };
  return {
    ...computer,
    computer,
    tab,
    server,
    page,
    chance,
    delays,
    settle: async () => {
      await settle();
      await fire(computer.now());
    },
    passBy: async (milliseconds) => {
      const until = computer.now() + milliseconds;
      await settle();
      await fire(until);
      computer.pass(Math.max(0, until - computer.now()));
    }
  };
};

/** What a subscription reported. */
export interface Heard {
  readonly events: Array<number>;
  readonly cursors: Array<string>;
  readonly errors: Array<TidemarkError>;
  readonly ends: Array<SubscriptionEnd>;
  readonly statuses: Array<SubscriptionStatus>;
  readonly options: SubscriptionOptions<{ readonly created: number }>;
}

export const hear = (): Heard => {
  const heard = { events: [], cursors: [], errors: [], ends: [], statuses: [] } satisfies Omit<Heard, "options">;
  const events: Array<number> = heard.events;
  const cursors: Array<string> = heard.cursors;
  const errors: Array<TidemarkError> = heard.errors;
  const ends: Array<SubscriptionEnd> = heard.ends;
  const statuses: Array<SubscriptionStatus> = heard.statuses;
  return {
    events,
    cursors,
    errors,
    ends,
    statuses,
    options: {
      onData: ({ created: event }, { cursor }) => {
        events.push(event);
        cursors.push(cursor);
      },
      onError: (error) => errors.push(error),
      onEnd: (reason) => ends.push(reason),
      onStatus: (status) => statuses.push(status)
    }
  };
};
