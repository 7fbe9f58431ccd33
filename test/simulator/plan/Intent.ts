import type { RecordKind } from "../network/simulatedRecord.ts";

/** The number of an account in a plan. */
export type AccountNumber = number;

/** One write of an intent. The slot stands for a record key, so that later writes meet the same record. */
export interface IntendedWrite {
  readonly collection: string;
  readonly slot: number;
  /** Null deletes the record. */
  readonly kind: RecordKind | null;
}

/** How a host announces a commit. */
export type Announcement =
  /** As a commit with its blocks. */
  | "commit"
  /** As a commit without blocks, because there were too many (`tooBig`). */
  | "too-big"
  /** By the current revision only (`#sync`), as after the import of a repository. */
  | "state";

/** What happens to a commit on its way through the source. */
export type CommitFault =
  /** It never arrives. */
  | "lost"
  /** Its frame ends too early. */
  | "truncated"
  /** A bit of the signature differs. */
  | "signature"
  /** The bytes of a record do not match their CID. */
  | "block-bytes"
  /** A block is missing. */
  | "block-missing"
  /** Its operations state another CID. */
  | "operations";

/** What a source sends beside events. */
export type Noise =
  /** Bytes that are not a frame. */
  | "garbage"
  /** The start of a frame. */
  | "truncated"
  /** An event of a type that nobody knows. */
  | "unknown-type"
  /** An information frame with an unknown name. */
  | "information";

/**
 * One step of a plan. Each can be carried out in any state of the network, in which some change nothing, so that a
 * plan remains one when steps are left out.
 */
export type Intent =
  | {
      readonly do: "write";
      readonly account: AccountNumber;
      readonly writes: ReadonlyArray<IntendedWrite>;
      readonly as: Announcement;
      readonly fault: CommitFault | null;
    }
  /** The account takes a new handle. */
  | { readonly do: "rename"; readonly account: AccountNumber }
  /** The account takes the handle of another, whose document still names it. */
  | { readonly do: "take-handle"; readonly account: AccountNumber; readonly from: AccountNumber }
  | { readonly do: "rotate-key"; readonly account: AccountNumber; readonly announced: boolean }
  | { readonly do: "migrate"; readonly account: AccountNumber }
  /** The host states that the account is not active. Any text can be a status. */
  | { readonly do: "deactivate"; readonly account: AccountNumber; readonly status: string }
  /** The account is active again; if that is not announced, a commit follows. */
  | { readonly do: "reactivate"; readonly account: AccountNumber; readonly announced: boolean }
  /** The account and its repository are deleted. */
  | { readonly do: "delete"; readonly account: AccountNumber }
  /** A deleted account comes back with its repository or with an empty one. */
  | { readonly do: "return"; readonly account: AccountNumber; readonly empty: boolean }
  /** The directory no longer has the DID. */
  | { readonly do: "tombstone"; readonly account: AccountNumber }
  /** The account signs in to the service. */
  | { readonly do: "sign-in"; readonly account: AccountNumber }
  /** The second set of Lexicons is imported. */
  | { readonly do: "change-lexicons" }
  /** The source holds back what happens in a repository, and releases it later in its order. */
  | { readonly do: "hold"; readonly account: AccountNumber }
  | { readonly do: "release"; readonly account: AccountNumber }
  /** The source sends an earlier event of the last `back` once more, as a new one. */
  | { readonly do: "repeat"; readonly back: number }
  /** The source exchanges its last two events. */
  | { readonly do: "swap" }
  | { readonly do: "noise"; readonly noise: Noise }
  /** The source ends the connection, in the middle of a frame. */
  | { readonly do: "disconnect" }
  /** The source goes silent until it is connected to anew. */
  | { readonly do: "silence" }
  /** At the next connection the source begins earlier than the cursor. */
  | { readonly do: "rewind"; readonly by: number }
  /** The source forgets all but its last events, and says so at the next connection or not. */
  | { readonly do: "forget"; readonly keep: number; readonly honest: boolean }
  /** The sequence of the source starts over, and it says so at the next connection or not. */
  | { readonly do: "restart"; readonly honest: boolean }
  /** The PDS of an account answers no request for a number of steps. */
  | { readonly do: "outage"; readonly account: AccountNumber; readonly steps: number }
  /** The process is killed a number of turns of the event loop after the step before, and started again. */
  | { readonly do: "kill"; readonly turns: number }
  /** Time passes until everything is processed. */
  | { readonly do: "settle" };

/** A complete simulation. */
export interface Plan {
  readonly seed: number;
  readonly accounts: number;
  /** The accounts that signed in before the start. */
  readonly signedIn: ReadonlyArray<AccountNumber>;
  readonly intents: ReadonlyArray<Intent>;
}
