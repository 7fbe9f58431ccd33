import type { Fault } from "../../../src/domain/verification/Fault.ts";

/** A checkpoint that the log must continue: the signed note as it was kept, and the keys that were trusted then. */
export interface KeptCheckpoint {
  readonly note: string;
  /** Verifier keys; without any, those that the service names. */
  readonly keys: ReadonlyArray<string>;
  readonly from: "last-visit" | "pasted";
}

/** A kept checkpoint that the log was compared with. */
export interface Compared {
  readonly from: KeptCheckpoint["from"] | "published";
  readonly size: number;
  /** In base64. */
  readonly rootHash: string;
}

/** What a verification compares the log with. */
export interface VerificationRequest {
  /** The response of `/log/key`. */
  readonly keys: string;
  /** The response of `/log/checkpoint` from before the export started. */
  readonly published: string;
  readonly kept: ReadonlyArray<KeptCheckpoint>;
}

/** What a verification has checked, and the first thing that does not hold. */
export interface VerificationOutcome {
  /** The number of events that were checked. */
  readonly checked: number;
  /** The number of streams whose versions were checked. */
  readonly streams: number;
  /** The number of personal values that were compared with their commitments. */
  readonly personal: number;
  readonly compared: ReadonlyArray<Compared>;
  readonly signatures: "WebCrypto" | "JavaScript";
  readonly fault: Fault | null;
  /** Whether the kept checkpoint is of a log whose key the service does not name. Nothing else was compared then. */
  readonly isOtherLog: boolean;
  /** The checkpoint up to which everything holds; null if something does not hold. */
  readonly checkpoint: VerifiedCheckpoint | null;
}

/** The checkpoint of an export in which everything holds. */
export interface VerifiedCheckpoint {
  readonly origin: string;
  readonly size: number;
  /** In base64. */
  readonly rootHash: string;
  readonly note: string;
  /** The verifier key (vkey) of its signature. */
  readonly key: string;
}

/** Why a log could not be verified, as a sentence. It says nothing about the log. */
export class VerificationInterrupted extends Error {
  override readonly name = "VerificationInterrupted";
}
