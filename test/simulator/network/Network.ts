import type { SimulatedRepository } from "./SimulatedRepository.ts";
import type { SimulatedKey } from "./simulatedKey.ts";

/** An account at its PDS and in the directory. */
export interface SimulatedAccount {
  readonly did: string;
  /** The handle that its DID document names. */
  readonly handle: string;
  readonly key: SimulatedKey;
  /** The name of its PDS. */
  readonly host: string;
  /** Null while the account is active. */
  readonly status: string | null;
  readonly isTombstoned: boolean;
  readonly repository: SimulatedRepository;
}

/** The state of the network at a moment. */
export interface Network {
  readonly accounts: ReadonlyMap<string, SimulatedAccount>;
  /** The accounts that handles resolve to. */
  readonly handles: ReadonlyMap<string, string>;
}

/** The names of the PDSes. */
export const hosts = ["one", "two"] as const;

/** Whether a PDS serves the repository of an account. */
export const isServed = ({ isTombstoned, status }: SimulatedAccount): boolean => status === null && !isTombstoned;

/** Returns the handle of an account if it is verified in both directions, and null otherwise. */
export const verifiedHandle = ({ handles }: Network, { did, handle }: SimulatedAccount): string | null =>
  handles.get(handle) === did ? handle : null;
