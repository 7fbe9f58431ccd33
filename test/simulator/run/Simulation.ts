import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Fiber from "effect/Fiber";
import * as Layer from "effect/Layer";
import * as Logger from "effect/Logger";
import * as LogLevel from "effect/LogLevel";
import * as Scope from "effect/Scope";
import { importLexicons } from "../../../src/application/lexicons/importLexicons.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { LexiconCatalog } from "../../../src/domain/lexicon/model/LexiconCatalog.ts";
import { RepoEvents } from "../../../src/domain/sync/stream/RepoEvents.ts";
import { SyncCursors } from "../../../src/domain/sync/stream/SyncCursors.ts";
import { type LexiconVersion, lexiconsOf } from "../network/collections.ts";
import { type History, historyOf, stepMs } from "../network/History.ts";
import { answers } from "../oracle/answers.ts";
import { differences } from "../oracle/differences.ts";
import { expectedAccounts } from "../oracle/expectedAccounts.ts";
import type { SourceKind } from "../plan/drawPlan.ts";
import type { Intent, Plan } from "../plan/Intent.ts";
import { NetworkServers } from "../serve/NetworkServers.ts";
import { OpeningSockets } from "./OpeningSockets.ts";
import { type Process, type ProcessServices, processLayer, type StorageServices, work } from "./process.ts";
import { SimulatedClock } from "./SimulatedClock.ts";
import { type SourceDriver, sourceDriver } from "./SourceDriver.ts";
import { signIn } from "./signIn.ts";

export interface SimulationOptions {
  readonly kind: SourceKind;
  readonly temporaryFolder: string;
  /** The storage of the service, which outlives its processes. */
  readonly storage: Layer.Layer<StorageServices, unknown>;
  /** What the simulation does with the database of the storage, if there is one. */
  readonly database?: {
    readonly setTime: (milliseconds: number) => Promise<void>;
    readonly isBusy: () => boolean;
    readonly cut: () => void;
  };
}

/** When every simulation begins, in Unix milliseconds. */
const startTime = Date.parse("2026-11-01T00:00:00Z");

/** Milliseconds after the last step: the first comparison, the time between two, and when they must be right. */
const settling = { first: 60_000, step: 60_000, atMost: 20 * 60_000 };

/** Milliseconds after a right answer, after which it must still be right. */
const stableMs = 120_000;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What the service logs is printed if `SIMULATION_LOGS` is set. */
const level = process.env.SIMULATION_LOGS === undefined ? LogLevel.None : LogLevel.Debug;

/** One run of a plan. */
class Simulation {
  private readonly history: History;
  private readonly servers: NetworkServers;
  private readonly driver: SourceDriver;
  private readonly clock: SimulatedClock;
  private readonly storage: Context.Context<StorageServices>;
  private readonly options: SimulationOptions;
  private process: Process | null = null;
  private time = startTime;
  private readonly signedIn = new Set<string>();
  private lexicons: LexiconVersion = 1;
  private lexiconsChangedAt: number | null = null;
  private announced = 0;
  private readonly outages = new Map<string, number>();

  constructor(
    history: History,
    servers: NetworkServers,
    driver: SourceDriver,
    clock: SimulatedClock,
    storage: Context.Context<StorageServices>,
    options: SimulationOptions
  ) {
    this.history = history;
    this.servers = servers;
    this.driver = driver;
    this.clock = clock;
    this.storage = storage;
    this.options = options;
  }

  private fork<A, E>(effect: Effect.Effect<A, E>): Fiber.RuntimeFiber<A, E> {
    return Effect.runFork(Logger.withMinimumLogLevel(Effect.withClock(effect, this.clock), level));
  }

  /** Waits for an effect while time goes on. */
  private async during<A, E>(effect: Effect.Effect<A, E>): Promise<A> {
    const state: { exit: Exit.Exit<A, E> | null } = { exit: null };
    this.fork(effect).addObserver((exit) => {
      state.exit = exit;
    });
    for (;;) {
      const { exit } = state;
      if (exit !== null)
        return Exit.getOrElse(exit, (cause) => {
          throw new Error(String(cause));
        });
      await this.passTime(20);
    }
  }

  private async passTime(milliseconds: number): Promise<void> {
    this.time += milliseconds;
    await this.clock.advanceTo(this.time);
  }

  private async start(): Promise<void> {
    const scope = Effect.runSync(Scope.make());
    const layer = Layer.provideMerge(
      processLayer(this.servers, this.options.kind, this.options.temporaryFolder),
      Layer.succeedContext(this.storage)
    );
    const context = await this.during(Layer.buildWithScope(layer, scope));
    const fiber = this.fork(Effect.provide(work, context));
    this.process = { scope, context, fiber };
  }

  private async kill(): Promise<void> {
    const { process } = this;
    if (process === null) return;
    this.process = null;
    this.options.database?.cut();
    await this.during(Fiber.interrupt(process.fiber));
    await this.during(Scope.close(process.scope, Exit.void));
    const { address } = Context.get(process.context, RepoEvents).source;
    const cursors = Context.get(this.storage, SyncCursors);
    if ((await this.during(cursors.find(address))).cursor === null) this.driver.loseSent();
  }

  private inProcess<A, E>(effect: Effect.Effect<A, E, ProcessServices>): Promise<A> {
    const { process } = this;
    if (process === null) throw new Error("No process runs");
    return this.during(Effect.provide(effect, process.context));
  }

  private async importLexicons(): Promise<void> {
    await this.inProcess(
      Effect.zipRight(
        importLexicons(lexiconsOf(this.lexicons), { type: "operator", id: null }),
        Effect.flatMap(LexiconCatalog, ({ current }) => current)
      )
    );
  }

  private async signIn(did: string): Promise<void> {
    if (this.signedIn.has(did)) return;
    this.signedIn.add(did);
    await this.inProcess(signIn(did));
  }

  private didOf(intent: Intent): string {
    const { dids } = this.history;
    return "account" in intent ? (dids[intent.account % dids.length] ?? "") : "";
  }

  private async confirm(): Promise<void> {
    const stored = await this.inProcess(
      Effect.flatMap(SyncCursors, (cursors) => Effect.flatMap(RepoEvents, ({ source }) => cursors.find(source.address)))
    );
    this.driver.confirm(stored.cursor);
  }

  private async changeLexicons(): Promise<void> {
    if (this.lexicons === 2) return;
    this.driver.releaseAll(this.time);
    await this.passTime(settling.first);
    this.lexicons = 2;
    this.lexiconsChangedAt = this.announced;
    await this.importLexicons();
    await this.passTime(settling.first);
  }

  private async perform(intent: Intent): Promise<void> {
    const did = this.didOf(intent);
    switch (intent.do) {
      case "sign-in":
        return this.signIn(did);
      case "change-lexicons":
        return this.changeLexicons();
      case "settle":
        return this.passTime(settling.first);
      case "kill":
        await this.kill();
        return this.start();
      case "outage":
        this.outages.set(this.servers.network.accounts.get(did)?.host ?? "", this.time + intent.steps * stepMs);
        break;
      case "forget":
      case "restart":
        await this.confirm();
        this.driver.perform(intent, did, this.time);
        break;
      default:
        this.driver.perform(intent, did, this.time);
    }
  }

  private endOutages(): void {
    for (const [host, until] of this.outages) if (until <= this.time) this.outages.delete(host);
    this.servers.outages.clear();
    for (const host of this.outages.keys()) this.servers.outages.add(host);
  }

  private async steps(): Promise<void> {
    const { moments } = this.history;
    for (const [step, { happenings, intent, network }] of moments.entries()) {
      this.servers.network = network;
      this.endOutages();
      for (const happening of happenings) {
        await this.driver.add(happening, this.announced, this.time);
        this.announced += 1;
      }
      await this.perform(intent);
      const next = moments[step + 1]?.intent;
      // A process is killed in the middle of what it does.
      if (next?.do === "kill") for (let turns = 0; turns < next.turns; turns += 1) await turn();
      else await this.passTime(stepMs);
    }
  }

  private async compare(): Promise<ReadonlyArray<string>> {
    await this.confirm();
    const { heard } = this.driver;
    const expected = expectedAccounts(this.history, {
      signedIn: this.signedIn,
      heard: heard(),
      lexiconsChangedAt: this.lexiconsChangedAt
    });
    return differences(expected, await this.inProcess(answers(this.history.dids)));
  }

  private async settle(): Promise<ReadonlyArray<string>> {
    await this.passTime(settling.first);
    const until = this.time + settling.atMost;
    for (;;) {
      const found = await this.compare();
      // A lie about the cursor shows with the next event only.
      this.driver.perform({ do: "noise", noise: "unknown-type" }, "", this.time);
      if (found.length > 0 && this.time >= until) return found;
      if (found.length > 0) await this.passTime(settling.step);
      else {
        await this.passTime(stableMs);
        return this.compare();
      }
    }
  }

  /** Prints the event log, to find out why a simulation fails. */
  private async printEvents(): Promise<void> {
    const events = await this.inProcess(Effect.flatMap(EventLog, (log) => log.read(0, 10_000)));
    for (const { data, occurredAt, type } of events)
      process.stdout.write(`${new Date(occurredAt).toISOString()} ${type} ${JSON.stringify(data).slice(0, 200)}\n`);
  }

  async run(): Promise<ReadonlyArray<string>> {
    await this.start();
    await this.importLexicons();
    for (const account of this.history.plan.signedIn) await this.signIn(this.history.dids[account] ?? "");
    await this.passTime(settling.first);
    await this.steps();
    this.driver.releaseAll(this.time);
    this.outages.clear();
    this.endOutages();
    const found = await this.settle();
    if (process.env.SIMULATION_EVENTS !== undefined) await this.printEvents();
    await this.kill();
    return found;
  }
}

/** Runs a plan, and returns in what the service answers wrongly at its end, as sentences. */
export const simulate = async (plan: Plan, options: SimulationOptions): Promise<ReadonlyArray<string>> => {
  const history = await historyOf(plan, startTime);
  const servers = new NetworkServers(history.start);
  const driver = sourceDriver(options.kind, plan.seed, startTime, () => servers.network);
  await servers.start(driver, driver.tap);
  const { database } = options;
  const opening = new OpeningSockets();
  const activity = () => ({
    count: servers.requests,
    isPending: servers.pending > 0 || opening.isAnyTo(servers.source) || database?.isBusy() === true
  });
  const clock = new SimulatedClock(startTime, activity, async (now) => database?.setTime(now));
  await database?.setTime(startTime);
  const scope = Effect.runSync(Scope.make());
  try {
    const storage = await Effect.runPromise(Layer.buildWithScope(options.storage, scope));
    return await new Simulation(history, servers, driver, clock, storage, options).run();
  } finally {
    await Effect.runPromise(Scope.close(scope, Exit.void));
    opening.close();
    driver.connections.close();
    servers.stop();
  }
};
