import type { Did } from "../../../domain/atproto/Did.ts";
import type { Actor } from "../../../domain/record/index/Actor.ts";
import type { SourceDisconnected } from "../../../domain/sync/stream/RepoEvents.ts";
import type { SourceError } from "../../../domain/sync/stream/SyncReports.ts";

/** How many identities are remembered that were resolved for accounts which are not known, or not yet. */
const maxRecent = 10_000;

/** What the process that follows a source knows about it since its last report, and what it needs between batches. */
export class ConsumerState {
  connected = false;
  since: number;
  lastEventAt: number | null = null;
  lastError: SourceError | null = null;
  events = 0;
  records = 0;
  /** When a change of each collection in use arrived last; null for never. */
  collections: Record<string, number | null> = {};
  /** Whether something was stored since the connection was opened. */
  progressed = false;
  /** Whether events may have been missed before the first one that arrives, because there was no cursor to continue at. */
  mayHaveMissed = false;
  /** The cursor at which the source last reported that it is outdated. */
  outdatedAt: number | null = null;
  readonly recent = new Map<Did, Actor>();

  constructor(now: number) {
    this.since = now;
  }

  connect(now: number): void {
    this.connected = true;
    this.since = now;
    this.progressed = false;
  }

  disconnect({ detail, reason }: SourceDisconnected, now: number): void {
    if (this.connected) this.since = now;
    this.connected = false;
    this.lastError = { reason, detail, at: now };
  }

  /** Begins to report about the collections in use. */
  use(collections: ReadonlyArray<string>): void {
    this.collections = Object.fromEntries(collections.map((nsid) => [nsid, this.collections[nsid] ?? null]));
  }

  receive(events: number, collections: ReadonlySet<string>, now: number): void {
    this.events += events;
    this.lastEventAt = now;
    for (const nsid of collections) if (Object.hasOwn(this.collections, nsid)) this.collections[nsid] = now;
  }

  remember(actors: Iterable<Actor>): void {
    for (const actor of actors) this.recent.set(actor.did, actor);
    for (const did of this.recent.keys()) {
      if (this.recent.size <= maxRecent) break;
      this.recent.delete(did);
    }
  }
}
