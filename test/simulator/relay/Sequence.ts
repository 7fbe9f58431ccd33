import type { RelayEntry, RelayEvent } from "./RelayEvent.ts";

/** Returns the position of the next event of a source after the last one. */
type NextPosition = (last: number, time: number) => number;

/** How a source answers a cursor. */
export type Opening =
  /** Deliver these events, and what is added. */
  | {
      readonly _tag: "From";
      readonly entries: ReadonlyArray<RelayEntry>;
      readonly isOutdated: boolean;
      /** Whether the service takes the sequence for a new one, and what is sent now for lost. */
      readonly isMistaken: boolean;
    }
  /** The cursor is ahead of the sequence. */
  | { readonly _tag: "Future" };

/** The events that a source holds, with their positions, and the lies that it is told to tell. */
export class Sequence {
  entries: Array<RelayEntry> = [];
  last: number;
  /** The position of the last event that was forgotten. */
  private forgotten: number;
  private forgetsHonestly = true;
  private restartsHonestly = true;
  private rewindNext = 0;
  private starts = 1;
  private readonly next: NextPosition;
  private readonly held = new Map<string, Array<RelayEvent>>();
  private swapsNext = false;
  private swapped: RelayEvent | null = null;
  /** What is called with each event that is added. */
  readonly listeners = new Set<(entry: RelayEntry) => void>();

  constructor(start: number, next: NextPosition) {
    this.last = start;
    this.forgotten = start;
    this.next = next;
  }

  /** Adds an event, or holds it back with what else happened in its repository. */
  add(event: RelayEvent, time: number): void {
    const held = event.did === null ? undefined : this.held.get(event.did);
    if (held === undefined) this.append(event, time);
    else held.push(event);
  }

  private append(event: RelayEvent, time: number): void {
    if (this.swapsNext && event.isCommit) {
      this.swapsNext = false;
      this.swapped = event;
      return;
    }
    this.place(event, time);
    const { swapped } = this;
    this.swapped = null;
    if (swapped !== null) this.place(swapped, time);
  }

  private place(event: RelayEvent, time: number): void {
    const position = event.isPositioned ? this.next(this.last, time) : this.last;
    this.last = position;
    if (event.isLost) return;
    const entry = { event, position, message: event.at(position, time), wasSent: false };
    this.entries.push(entry);
    for (const listener of this.listeners) listener(entry);
  }

  hold(did: string): void {
    if (!this.held.has(did)) this.held.set(did, []);
  }

  release(did: string, time: number): void {
    const events = this.held.get(did) ?? [];
    this.held.delete(did);
    // Its key may have changed meanwhile, so that the service has to read the repository to know of it.
    for (const event of events) this.append({ ...event, isIntact: false }, time);
  }

  releaseAll(time: number): void {
    for (const did of [...this.held.keys()]) this.release(did, time);
    if (this.swapped !== null) this.place(this.swapped, time);
    this.swapped = null;
    this.swapsNext = false;
  }

  /** Sends an earlier event once more, with a new position. */
  repeat(back: number, time: number): void {
    const event = this.entries.at(-back)?.event;
    if (event?.isRepeatable === true) this.append(event, time);
  }

  /** Exchanges the next commit and the event after it. */
  swap(): void {
    this.swapsNext = true;
  }

  rewind(by: number): void {
    this.rewindNext = by;
  }

  /** Keeps only the last events. */
  forget(keep: number, honest: boolean): void {
    const gone = this.entries.slice(0, Math.max(0, this.entries.length - keep));
    const lastGone = gone.at(-1);
    if (lastGone === undefined) return;
    this.forgotten = lastGone.position;
    this.forgetsHonestly = honest;
    this.entries = this.entries.slice(gone.length);
  }

  /** Begins a new sequence, with positions that are below those of the one before. */
  restart(honest: boolean): void {
    this.entries = [];
    this.starts += 1;
    this.last = Math.floor(this.last / (2 * this.starts));
    this.forgotten = this.last;
    this.forgetsHonestly = true;
    this.restartsHonestly = honest;
  }

  /** Decides where a subscription begins that has the events up to a cursor. */
  open(cursor: number | null): Opening {
    const from = { _tag: "From", entries: [], isOutdated: false, isMistaken: false } as const;
    if (cursor === null) return from;
    if (cursor > this.last) return this.restartsHonestly ? { _tag: "Future" } : { ...from, isMistaken: true };
    if (cursor < this.forgotten) return { ...from, entries: this.entries, isOutdated: this.forgetsHonestly };
    const after = this.entries.findIndex(({ position }) => position > cursor);
    const index = (after === -1 ? this.entries.length : after) - this.rewindNext;
    const isMistaken = this.rewindNext > 0;
    this.rewindNext = 0;
    return { ...from, entries: this.entries.slice(Math.max(0, index)), isMistaken };
  }
}
