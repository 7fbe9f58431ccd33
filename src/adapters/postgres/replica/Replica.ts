import type { Pool } from "pg";
import type { LeftOutReason } from "../../../domain/health/LeftOutReason.ts";
import type { RowReader } from "../reads/RowReader.ts";
import { afterFailure, afterSuccess, type ReplicaState, unchecked } from "./ReplicaState.ts";
import { SharedQuestion } from "./SharedQuestion.ts";
import {
  type PrimaryFacts,
  type ReplicaFacts,
  readReplayed,
  readReplica,
  type WalPosition,
  whyLeftOut
} from "./serverFacts.ts";

/** A change between being used and being left out, or of the reason. */
export interface ReplicaChange {
  readonly name: string;
  readonly before: ReplicaState;
  /** Null if reads go to it from now on. */
  readonly leftOut: LeftOutReason | null;
  /** What the server or the connection reported; null if the reason says all. */
  readonly cause: unknown;
}

/** What reads and checks of one replica use. */
interface ReplicaConnections {
  readonly name: string;
  readonly reader: RowReader["Type"];
  /** Connections for nothing but questions about the server. */
  readonly control: Pool;
  readonly onChange: (change: ReplicaChange) => void;
}

/** Between two questions to a replica that has not replayed enough, in milliseconds. */
const askAgainAfter = 1;

/** A replica of the database: where it is, and whether reads go to it. */
export class Replica {
  readonly #connections: ReplicaConnections;
  readonly #replayed: SharedQuestion<Pick<ReplicaFacts, "at" | "isReplica">>;
  #state: ReplicaState = unchecked;
  #timeline = 0;

  constructor(connections: ReplicaConnections) {
    this.#connections = connections;
    this.#replayed = new SharedQuestion(() => readReplayed(connections.control));
  }

  get name(): string {
    return this.#connections.name;
  }

  get reader(): RowReader["Type"] {
    return this.#connections.reader;
  }

  get isUsed(): boolean {
    return this.#state._tag === "Used";
  }

  /** Leaves it out until a later check finds nothing wrong. */
  leaveOut(reason: LeftOutReason, cause: unknown = null): void {
    this.#become(afterFailure(this.#state, reason, performance.now()), cause);
  }

  /**
   * Calls back when it has replayed everything up to a position, as it says after this call, and with the reason why that
   * cannot be expected. Returns a function that ends the wait.
   */
  reach({ at, timeline }: WalPosition, onEnd: (failure: LeftOutReason | null) => void): () => void {
    let timer: NodeJS.Timeout | null = null;
    let isOpen = true;
    const ask = () =>
      this.#replayed.next((answer) => {
        if (!isOpen) return;
        if (answer === null) onEnd("away");
        else if (!answer.isReplica) onEnd("not-a-replica");
        else if (answer.at !== null && answer.at >= at) onEnd(null);
        else timer = setTimeout(ask, askAgainAfter);
      });
    if (timeline === this.#timeline) ask();
    else onEnd("other-timeline");
    return () => {
      isOpen = false;
      if (timer !== null) clearTimeout(timer);
    };
  }

  /** Asks who it is, and compares that with the primary. Leaves it out, or returns true. */
  async identify(primary: PrimaryFacts): Promise<boolean> {
    try {
      const facts = await readReplica(this.#connections.control);
      this.#timeline = facts.timeline;
      const reason = whyLeftOut(primary, facts);
      if (reason !== null) this.leaveOut(reason);
      return reason === null;
    } catch (cause) {
      this.leaveOut("away", cause);
      return false;
    }
  }

  /** Notes that a check found nothing wrong. */
  pass(): void {
    this.#become(afterSuccess(this.#state, performance.now()), null);
  }

  #become(state: ReplicaState, cause: unknown): void {
    const before = this.#state;
    this.#state = state;
    const leftOut = state._tag === "LeftOut" ? state.reason : null;
    const isSame = before._tag === state._tag && (before._tag !== "LeftOut" || before.reason === leftOut);
    if (!isSame) this.#connections.onChange({ name: this.name, before, leftOut, cause });
  }
}
