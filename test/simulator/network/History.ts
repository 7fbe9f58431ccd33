import { tid } from "../../../src/domain/atproto/tid.ts";
import type { Intent, Plan } from "../plan/Intent.ts";
import type { Happening } from "./Happening.ts";
import { hosts, isServed, type Network, type SimulatedAccount } from "./Network.ts";
import { type MadeCommit, type RecordWrite, SimulatedRepository } from "./SimulatedRepository.ts";
import { simulatedKey } from "./simulatedKey.ts";
import { simulatedRecord } from "./simulatedRecord.ts";

/** The network after one step of a plan, and what was announced in it. */
export interface Moment {
  readonly intent: Intent;
  /** In Unix milliseconds. */
  readonly time: number;
  readonly network: Network;
  readonly happenings: ReadonlyArray<Happening>;
}

/** All that happens in the network by a plan, whatever the service does. */
export interface History {
  readonly plan: Plan;
  readonly dids: ReadonlyArray<string>;
  /** The network before the first step. */
  readonly start: Network;
  readonly moments: ReadonlyArray<Moment>;
}

/** Milliseconds between two steps. */
export const stepMs = 1_500;

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Returns the DID of an account of a plan. */
const didOf = (seed: number, number: number): string => {
  const name = [...`${seed % 1_000_000}x${number}`]
    .map((character) => (/\d/.test(character) ? letters[Number(character)] : character))
    .join("");
  return `did:plc:${name.padEnd(24, "2").slice(0, 24)}`;
};

/** Carries out the steps of a plan in the network. */
class Writer {
  accounts = new Map<string, SimulatedAccount>();
  handles = new Map<string, string>();
  happenings: Array<Happening> = [];
  time: number;
  /** Makes names and records differ. */
  private count = 0;
  private readonly dids: ReadonlyArray<string>;

  constructor(dids: ReadonlyArray<string>, time: number) {
    this.dids = dids;
    this.time = time;
  }

  network(): Network {
    return { accounts: new Map(this.accounts), handles: new Map(this.handles) };
  }

  private next(): number {
    this.count += 1;
    return this.count;
  }

  private rev(): string {
    return tid(BigInt(this.time) * 1_000n + BigInt(this.next()), 0);
  }

  private at(number: number): SimulatedAccount | null {
    const account = this.accounts.get(this.dids[number % this.dids.length] ?? "");
    return account === undefined || account.isTombstoned ? null : account;
  }

  private put(account: SimulatedAccount): SimulatedAccount {
    this.accounts.set(account.did, account);
    return account;
  }

  async create(did: string, number: number): Promise<void> {
    const key = await simulatedKey(`${did} 0`);
    const { repository } = await SimulatedRepository.empty(did, key, this.rev());
    const handle = `a${number}.waves.test`;
    const host = hosts[number % hosts.length] ?? hosts[0];
    this.put({ did, handle, key, host, status: null, isTombstoned: false, repository });
    this.handles.set(handle, did);
  }

  private commitOf(account: SimulatedAccount, writes: ReadonlyArray<RecordWrite>): Promise<MadeCommit> {
    return account.repository.write(writes, account.key, this.rev());
  }

  private announceState({ did, repository }: SimulatedAccount): void {
    this.happenings.push({ _tag: "State", did, repository });
  }

  private announceIdentity({ did, handle }: SimulatedAccount): void {
    this.happenings.push({ _tag: "Identity", did, handle });
  }

  private announceAccount({ did, status }: SimulatedAccount): void {
    this.happenings.push({ _tag: "Account", did, status });
  }

  async carryOut(intent: Intent): Promise<void> {
    if (!("account" in intent)) return;
    const account = this.at(intent.account);
    if (account === null) return;
    switch (intent.do) {
      case "write":
        return this.write(account, intent);
      case "rename":
        return this.rename(account, `b${this.next()}.waves.test`);
      case "take-handle":
        return this.takeHandle(account, this.at(intent.from));
      case "rotate-key":
        return this.rotateKey(account, intent.announced);
      case "migrate":
        return this.migrate(account);
      case "deactivate":
        return account.status === null
          ? this.announceAccount(this.put({ ...account, status: intent.status }))
          : undefined;
      case "reactivate":
        return this.reactivate(account, intent.announced);
      case "delete":
        return account.status === "deleted"
          ? undefined
          : this.announceAccount(this.put({ ...account, status: "deleted" }));
      case "return":
        return this.comeBack(account, intent.empty);
      case "tombstone":
        return this.tombstone(account);
    }
  }

  private async write(
    account: SimulatedAccount,
    { as, fault, writes }: Extract<Intent, { readonly do: "write" }>
  ): Promise<void> {
    if (!isServed(account)) return;
    const different = new Map(writes.map((write) => [`${write.collection}/${write.slot}`, write]));
    const records = [...different.values()].map(({ collection, kind, slot }) => ({
      collection,
      rkey: `r${slot}`,
      record: kind === null ? null : simulatedRecord(kind, collection, `${kind} ${this.next()}`)
    }));
    const commit = await this.commitOf(account, records);
    if (commit.operations.length === 0) return;
    const written = this.put({ ...account, repository: commit.repository });
    if (as === "state") this.announceState(written);
    else this.happenings.push({ _tag: "Commit", did: account.did, commit, isTooBig: as === "too-big", fault });
  }

  private rename(account: SimulatedAccount, handle: string): void {
    if (!isServed(account)) return;
    if (this.handles.get(account.handle) === account.did) this.handles.delete(account.handle);
    this.handles.set(handle, account.did);
    this.announceIdentity(this.put({ ...account, handle }));
  }

  private takeHandle(account: SimulatedAccount, from: SimulatedAccount | null): void {
    if (from !== null && from.did !== account.did) this.rename(account, from.handle);
  }

  /** The repository is signed again, because its host could not serve it otherwise. */
  private async rotateKey(account: SimulatedAccount, announced: boolean): Promise<void> {
    if (!isServed(account)) return;
    const rotated = await this.withNewKey(account);
    if (announced) this.announceIdentity(rotated);
    await this.resign(rotated);
  }

  private async withNewKey(account: SimulatedAccount): Promise<SimulatedAccount> {
    return { ...account, key: await simulatedKey(`${account.did} ${this.next()}`) };
  }

  private async resign(account: SimulatedAccount): Promise<SimulatedAccount> {
    const commit = await this.commitOf(account, []);
    this.happenings.push({ _tag: "Commit", did: account.did, commit, isTooBig: false, fault: null });
    return this.put({ ...account, repository: commit.repository });
  }

  /** The old host states that the account is deactivated; the new one, that it is active. */
  private async migrate(account: SimulatedAccount): Promise<void> {
    if (!isServed(account)) return;
    const host = hosts.find((name) => name !== account.host) ?? hosts[0];
    this.announceAccount({ ...account, status: "deactivated" });
    const moved = { ...(await this.withNewKey(account)), host };
    const { repository } = await this.commitOf(moved, []);
    const signed = this.put({ ...moved, repository });
    this.announceIdentity(signed);
    this.announceAccount(signed);
    this.announceState(signed);
  }

  private async reactivate(account: SimulatedAccount, announced: boolean): Promise<void> {
    if (account.status === null || account.status === "deleted") return;
    const active = this.put({ ...account, status: null });
    if (announced) return this.announceAccount(active);
    await this.write(active, {
      do: "write",
      account: 0,
      writes: [{ collection: "net.waves.post", slot: 99, kind: "plain" }],
      as: "commit",
      fault: null
    });
  }

  private async comeBack(account: SimulatedAccount, empty: boolean): Promise<void> {
    if (account.status !== "deleted") return;
    const active = { ...account, status: null };
    const commit = empty
      ? await SimulatedRepository.empty(account.did, account.key, this.rev())
      : await this.commitOf(active, []);
    const back = this.put({ ...active, repository: commit.repository });
    this.announceAccount(back);
    this.announceState(back);
  }

  private tombstone(account: SimulatedAccount): void {
    this.handles.delete(account.handle);
    this.announceAccount(this.put({ ...account, status: "deleted", isTombstoned: true }));
  }
}

/** Accounts have records from before the start, which no source announces. */
const earlierRecords = (number: number): Intent => ({
  do: "write",
  account: number,
  writes: [
    { collection: "app.bsky.sim.note", slot: 50, kind: "plain" },
    { collection: number % 2 === 0 ? "net.waves.post" : "com.other.thing", slot: 51, kind: "plain" },
    { collection: "app.bsky.sim.note", slot: 52, kind: "missing-field" }
  ],
  as: "commit",
  fault: null
});

/** At the end something happens in every repository, from which a lost commit before it can be seen. */
const lastWrites = ({ accounts }: Plan): ReadonlyArray<Intent> =>
  Array.from({ length: accounts }, (_, account) => ({
    do: "write",
    account,
    writes: [{ collection: "app.bsky.sim.note", slot: 98, kind: "plain" }],
    as: "commit",
    fault: null
  }));

/** Carries out a plan. The same plan and time lead to the same history. */
export const historyOf = async (plan: Plan, startTime: number): Promise<History> => {
  const dids = Array.from({ length: plan.accounts }, (_, number) => didOf(plan.seed, number));
  const writer = new Writer(dids, startTime - 60_000);
  for (const [number, did] of dids.entries()) {
    await writer.create(did, number);
    await writer.carryOut(earlierRecords(number));
  }
  writer.happenings = [];
  const start = writer.network();
  const moments: Array<Moment> = [];
  for (const [step, intent] of [...plan.intents, ...lastWrites(plan)].entries()) {
    writer.time = startTime + (step + 1) * stepMs;
    await writer.carryOut(intent);
    moments.push({ intent, time: writer.time, network: writer.network(), happenings: writer.happenings });
    writer.happenings = [];
  }
  return { plan, dids, start, moments };
};
