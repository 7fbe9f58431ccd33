import * as Context from "effect/Context";
import type { TreeHead } from "../../domain/transparency/consistencyProof.ts";
import { isSameHash } from "../../domain/transparency/merkleHash.ts";
import type { SealRefused } from "./SealRefused.ts";

/** What this process knows about sealing: the largest checkpoint that it has seen, and why nothing more is signed. */
export class SealReportState {
  #seen: TreeHead | null = null;
  #lost: TreeHead | null = null;
  /** Null while checkpoints are signed, and in processes that do not hold the lease. */
  refusal: SealRefused | null = null;

  /** Remembers a checkpoint that the database no longer has. Nothing that this process sees later continues it. */
  restoredBefore(lost: TreeHead): void {
    this.#lost = lost;
  }

  /** Whether the database was restored to before a checkpoint that was signed. */
  get isRestored(): boolean {
    return this.#lost !== null;
  }

  /** Returns whether the latest checkpoint continues those that this process has seen, and remembers it. */
  continues(latest: TreeHead | null): boolean {
    if (this.#lost !== null) return false;
    const seen = this.#seen;
    if (seen !== null && (latest === null || latest.size < seen.size)) return false;
    if (seen !== null && latest !== null && latest.size === seen.size && !isSameHash(latest.rootHash, seen.rootHash))
      return false;
    this.#seen = latest;
    return true;
  }

  /** The size of the largest checkpoint that this process has seen; 0 before the first. */
  get seenSize(): number {
    return this.#lost?.size ?? this.#seen?.size ?? 0;
  }
}

/** The report of this process. */
export class SealReport extends Context.Reference<SealReport>()("application/SealReport", {
  defaultValue: () => new SealReportState()
}) {}
