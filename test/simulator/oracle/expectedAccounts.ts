import type { LexiconVersion } from "../network/collections.ts";
import type { Happening } from "../network/Happening.ts";
import type { History } from "../network/History.ts";
import { type Network, type SimulatedAccount, verifiedHandle } from "../network/Network.ts";
import type { SimulatedRecord } from "../network/simulatedRecord.ts";
import { introducesAuthor, isIndexable, mayIntroduceAuthor } from "./countsAs.ts";

/** Whether the service knows an author. It may or may not where it cannot be said what reached it. */
export type Knowledge = "known" | "maybe" | "unknown";

/** What reached the service, as far as the simulation can tell. */
export interface Observation {
  /** The accounts that signed in. */
  readonly signedIn: ReadonlySet<string>;
  /** The numbers of the happenings that certainly reached the service as they were announced. */
  readonly heard: ReadonlySet<number>;
  /** The number of the first happening after the change of the Lexicons; null if they did not change. */
  readonly lexiconsChangedAt: number | null;
}

/** What the service must answer about an account. */
export interface ExpectedAccount {
  readonly did: string;
  readonly knowledge: Knowledge;
  /** Whether its records are visible, if it is known. */
  readonly isShown: boolean;
  /** Its visible records by their AT URIs, if it is known. */
  readonly records: ReadonlyMap<string, SimulatedRecord>;
  /** The handles that it may have. */
  readonly handles: ReadonlyArray<string | null>;
}

/** Returns all that happened in a history, in order; its place is its number. */
export const happeningsOf = ({ moments }: History): ReadonlyArray<Happening> =>
  moments.flatMap(({ happenings }) => happenings);

/** Returns the network at the end of a history. */
export const finalNetwork = ({ moments, start }: History): Network => moments.at(-1)?.network ?? start;

/** Returns who is known at the end. */
const knowledgeOf = (history: History, { heard, lexiconsChangedAt, signedIn }: Observation) => {
  const known = new Set(signedIn);
  const possible = new Set<string>();
  for (const [number, happening] of happeningsOf(history).entries()) {
    const version: LexiconVersion = lexiconsChangedAt !== null && number >= lexiconsChangedAt ? 2 : 1;
    const isStated = happening._tag === "Commit" && !happening.isTooBig;
    if (isStated && introducesAuthor(happening, version) && heard.has(number)) known.add(happening.did);
    if (mayIntroduceAuthor(happening)) possible.add(happening.did);
  }
  return (did: string): Knowledge => (known.has(did) ? "known" : possible.has(did) ? "maybe" : "unknown");
};

/**
 * Returns the handles that an account may have. A handle that was lost to another account without an event of its own
 * remains where the service does not know the other account.
 */
const handlesOf = (network: Network, account: SimulatedAccount, knows: (did: string) => Knowledge) => {
  const verified = verifiedHandle(network, account);
  if (verified !== null) return [verified];
  const owner = network.handles.get(account.handle);
  return owner !== undefined && knows(owner) === "known" ? [null] : [null, account.handle];
};

/**
 * Returns what the service must answer after everything was delivered and processed: the records at the PDSes that are
 * valid by their Lexicons, of the collections in use, of known and active accounts.
 */
export const expectedAccounts = (history: History, observation: Observation): ReadonlyArray<ExpectedAccount> => {
  const network = finalNetwork(history);
  const version: LexiconVersion = observation.lexiconsChangedAt === null ? 1 : 2;
  const knows = knowledgeOf(history, observation);
  return [...network.accounts.values()].map((account) => {
    const { did, isTombstoned, repository, status } = account;
    const isShown = status === null && !isTombstoned;
    const visible = [...repository.records].filter(([path, record]) => isShown && isIndexable(path, record, version));
    return {
      did,
      knowledge: knows(did),
      isShown,
      records: new Map(visible.map(([path, record]) => [`at://${did}/${path}`, record])),
      handles: handlesOf(network, account, knows)
    };
  });
};
