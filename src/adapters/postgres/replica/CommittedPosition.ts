import type { Pool } from "pg";
import { SharedQuestion } from "./SharedQuestion.ts";
import { readCommitted, type WalPosition } from "./serverFacts.ts";

/** Asks the primary up to which position it has committed. */
export class CommittedPosition {
  readonly #question: SharedQuestion<WalPosition>;
  #isLate = false;

  constructor(primary: Pool) {
    this.#question = new SharedQuestion(() => readCommitted(primary));
  }

  /** Calls back with a position at or after everything that was committed before this call; null if there is none. */
  next(onPosition: (position: WalPosition | null) => void): void {
    this.#question.next((position) => {
      this.#isLate = false;
      onPosition(position);
    });
  }

  /** Notes that a caller has waited for the position for too long. */
  noteLate(): void {
    this.#isLate = true;
  }

  /** Whether a caller has waited for too long, and nothing has arrived since. */
  get isLate(): boolean {
    return this.#isLate;
  }
}
