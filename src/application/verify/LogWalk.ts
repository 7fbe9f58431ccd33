import type { NodeHash } from "../../domain/transparency/merkleHash.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import { ArchivedRowsCheck } from "./ArchivedRowsCheck.ts";
import { EventSequence } from "./EventSequence.ts";
import type { SealedEvent } from "./nextPieces.ts";
import { PersonCheck } from "./PersonCheck.ts";
import { type ExpectedRoot, TreeCheck } from "./TreeCheck.ts";

/** A walk over all events that compares them with every root in order of size. */
export class LogWalk {
  readonly faults: Array<Fault> = [];
  readonly tree: TreeCheck;
  readonly persons = new PersonCheck();
  readonly archived = new ArchivedRowsCheck();
  readonly #sequence: EventSequence;
  readonly #expected: Array<ExpectedRoot>;

  constructor(expected: ReadonlyArray<ExpectedRoot>, sealed: number, skewMs: number, hash: NodeHash) {
    this.#expected = [...expected].sort((a, b) => b.size - a.size);
    this.tree = new TreeCheck(sealed, hash);
    this.#sequence = new EventSequence(skewMs);
  }

  /** Adds events with their leaf hashes. Returns false if the sequence is broken, so that there is no tree from there on. */
  add(events: ReadonlyArray<SealedEvent>): boolean {
    for (const sealed of events) {
      const before = this.#sequence.position();
      const fault = this.#sequence.add(sealed.event ?? { ...sealed.row, recordedAt: null });
      if (fault !== null) this.faults.push(fault);
      if (this.#sequence.position() === before) return false;
      this.#note(sealed);
      this.tree.add(sealed.hash);
      this.#compare();
    }
    return true;
  }

  #note({ event, row }: SealedEvent): void {
    if (event === null) this.archived.addRow(row);
    else {
      this.archived.addEvent(event);
      this.persons.add(event);
    }
  }

  #compare(): void {
    const size = this.tree.size();
    for (let next = this.#expected.at(-1); next?.size === size; next = this.#expected.at(-1)) {
      this.tree.compare(next);
      this.#expected.pop();
    }
  }

  /** What is missing at the end of the log, if there is a checkpoint of more events. */
  endFaults(head: number): ReadonlyArray<Fault> {
    const position = this.tree.size() + 1;
    const left = this.#expected.at(-1);
    return [
      ...(head < position
        ? []
        : [{ position, part: "position", reason: `the event is missing, and the log ends at ${head}` } as const]),
      ...(left === undefined
        ? []
        : [{ position, part: "checkpoint", reason: `the log ends before ${left.from}` } as const])
    ];
  }
}
