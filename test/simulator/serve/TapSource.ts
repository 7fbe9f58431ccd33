import type { Server } from "node:http";
import type { WebSocket } from "ws";
import type { Happening } from "../network/Happening.ts";
import type { Network } from "../network/Network.ts";
import type { SimulatedRepository } from "../network/SimulatedRepository.ts";
import type { SimulatedRecord } from "../network/simulatedRecord.ts";
import { Connections } from "./Connections.ts";

/** An event that was not acknowledged yet. */
interface TapEvent {
  readonly id: number;
  readonly did: string;
  /** Events of a repository wait for the acknowledgement of a live one. */
  readonly isLive: boolean;
  readonly json: string;
  readonly happening: number | null;
}

const recordJson = (
  did: string,
  rev: string,
  isLive: boolean,
  path: string,
  action: string,
  record: SimulatedRecord | null
): string | null => {
  if (record !== null && record.json === null) return null;
  const [collection, rkey] = path.split("/");
  const common = JSON.stringify({ live: isLive, did, rev, collection, rkey, action });
  if (record === null) return common;
  return `${common.slice(0, -1)},"record":${record.json},"cid":${JSON.stringify(record.cid.toString())}}`;
};

/** A Tap: it delivers each event until it is acknowledged, in order within a repository. */
export class TapSource {
  readonly connections = new Connections();
  /** The numbers of the happenings whose events were acknowledged, or needed none. */
  readonly acknowledged = new Set<number>();
  private readonly outbox = new Map<number, TapEvent>();
  private readonly inFlight = new Set<number>();
  private readonly tracked = new Set<string>();
  private readonly known = new Map<string, ReadonlyMap<string, SimulatedRecord>>();
  private readonly held = new Map<string, Array<() => void>>();
  private sent: Array<TapEvent> = [];
  private lastId = 0;
  private socket: WebSocket | null = null;
  private readonly tracksAll: boolean;
  private readonly network: () => Network;

  constructor(tracksAll: boolean, network: () => Network) {
    this.tracksAll = tracksAll;
    this.network = network;
  }

  /** The number of events that were not acknowledged. */
  get waiting(): number {
    return this.outbox.size;
  }

  serve(server: Server): void {
    this.connections.accept(server, (socket) => {
      this.socket = socket;
      this.inFlight.clear();
      socket.on("message", (data) => this.receive(String(data)));
      this.deliver();
    });
  }

  private receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (typeof message !== "object" || message === null || !("id" in message)) return;
    const event = this.outbox.get(Number(message.id));
    if (event === undefined) return;
    this.outbox.delete(event.id);
    this.inFlight.delete(event.id);
    const { happening } = event;
    if (happening !== null && ![...this.outbox.values()].some((other) => other.happening === happening))
      this.acknowledged.add(happening);
    this.deliver();
  }

  private deliver(): void {
    const { socket } = this;
    if (socket === null) return;
    const blocked = new Map<string, "wholly" | "for-live">();
    for (const event of this.outbox.values()) {
      const isSent = this.inFlight.has(event.id);
      const state = blocked.get(event.did);
      if (!isSent && (state === "wholly" || (event.isLive && state !== undefined))) {
        blocked.set(event.did, "wholly");
        continue;
      }
      blocked.set(event.did, event.isLive ? "wholly" : (state ?? "for-live"));
      if (isSent) continue;
      this.inFlight.add(event.id);
      this.connections.send(socket, event.json, () => {});
    }
  }

  private put(did: string, isLive: boolean, kind: "record" | "identity", json: string, happening: number | null): void {
    this.lastId += 1;
    const id = this.lastId;
    const event = { id, did, isLive, json: `{"id":${id},"type":"${kind}","${kind}":${json}}`, happening };
    this.outbox.set(id, event);
    this.sent = [...this.sent, event].slice(-12);
    this.deliver();
  }

  /** Begins to deliver what happens in repositories, after their present records. */
  track(dids: ReadonlyArray<string>): void {
    for (const did of dids) {
      if (this.tracked.has(did)) continue;
      this.tracked.add(did);
      const account = this.network().accounts.get(did);
      if (account !== undefined && account.status === null) this.resync(account.repository, null);
    }
  }

  untrack(dids: ReadonlyArray<string>): void {
    for (const did of dids) this.tracked.delete(did);
  }

  /** Delivers how a repository differs from what was delivered of it. */
  private resync(repository: SimulatedRepository, happening: number | null): void {
    const { did, records, rev } = repository;
    const before = this.known.get(did) ?? new Map<string, SimulatedRecord>();
    const put = (path: string, action: string, record: SimulatedRecord | null): void => {
      const json = recordJson(did, rev, false, path, action, record);
      if (json !== null) this.put(did, false, "record", json, happening);
    };
    for (const path of before.keys()) if (!records.has(path)) put(path, "delete", null);
    for (const [path, record] of records)
      if (before.get(path)?.cid.toString() !== record.cid.toString())
        put(path, before.has(path) ? "update" : "create", record);
    this.known.set(did, records);
  }

  /** Delivers what happened in the order of its repository, unless it is held back. */
  add(happening: Happening, number: number): void {
    const act = () => this.act(happening, number);
    const held = this.held.get(happening.did);
    if (held === undefined) act();
    else held.push(act);
  }

  private act(happening: Happening, number: number): void {
    const { did } = happening;
    if (!this.tracksAll && !this.tracked.has(did)) return;
    const before = this.lastId;
    switch (happening._tag) {
      case "Commit": {
        const { operations, repository } = happening.commit;
        for (const { action, collection, record, rkey } of operations) {
          const json = recordJson(did, repository.rev, true, `${collection}/${rkey}`, action, record);
          if (json !== null) this.put(did, true, "record", json, number);
        }
        this.known.set(did, repository.records);
        break;
      }
      case "State":
        this.resync(happening.repository, number);
        break;
      case "Identity":
        this.putIdentity(did, happening.handle, this.statusOf(did), number);
        break;
      case "Account":
        this.putIdentity(did, this.network().accounts.get(did)?.handle ?? "handle.invalid", happening.status, number);
        break;
    }
    if (this.lastId === before) this.acknowledged.add(number);
  }

  private statusOf(did: string): string | null {
    return this.network().accounts.get(did)?.status ?? null;
  }

  private putIdentity(did: string, handle: string, status: string | null, happening: number): void {
    const identity = { did, handle, is_active: status === null, status: status ?? "active" };
    this.put(did, true, "identity", JSON.stringify(identity), happening);
  }

  hold(did: string): void {
    if (!this.held.has(did)) this.held.set(did, []);
  }

  release(did: string): void {
    const acts = this.held.get(did) ?? [];
    this.held.delete(did);
    for (const act of acts) act();
  }

  releaseAll(): void {
    for (const did of [...this.held.keys()]) this.release(did);
  }

  /** Delivers an earlier event once more, with a new id, as after a restart of the Tap. */
  repeat(back: number): void {
    const event = this.sent.at(-back);
    if (event === undefined || event.json.includes('"type":"identity"')) return;
    this.put(event.did, event.isLive, "record", event.json.slice(event.json.indexOf('"record":') + 9, -1), null);
  }

  /** Sends text that is not an event. */
  noise(text: string): void {
    if (this.socket !== null) this.connections.send(this.socket, text, () => {});
  }
}
