import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import type { RecordChange } from "../../../domain/sync/backfill/RecordChange.ts";
import type { GapReason } from "../../../domain/sync/backfill/SyncEvent.ts";
import type { DeadLetter } from "../../../domain/sync/DeadLetters.ts";
import type { AccountPosition, FollowedRepository } from "../../../domain/sync/stream/FollowedRepositories.ts";
import { followCommit, loseSynchronization, unseenRepository } from "../../../domain/sync/stream/followCommit.ts";
import type { AccountChange, StateEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { CheckedBatch } from "./CheckedBatch.ts";
import type { CheckedCommit, FoundGap, RecordLetter } from "./CheckedCommit.ts";

/** A gap to record. `rev` is the revision of the event, `lastRev` the last one that was seen before. */
export interface PlannedGap {
  readonly did: Did;
  readonly reason: GapReason;
  readonly rev: string | null;
  readonly lastRev: string | null;
}

/** What a batch of events changes. */
export interface BatchPlan {
  /** One change for each address: that of the latest revision. */
  readonly changes: ReadonlyArray<RecordChange>;
  readonly deadLetters: ReadonlyArray<DeadLetter>;
  readonly repositories: ReadonlyArray<FollowedRepository>;
  /** The accounts that were known before. */
  readonly known: ReadonlySet<Did>;
  /** The accounts that become known. */
  readonly introduced: ReadonlySet<Did>;
  /** The repositories to fetch without recording a gap. */
  readonly requested: ReadonlySet<Did>;
  readonly gaps: ReadonlyArray<PlannedGap>;
  /** The last status of each account; null for an active account. */
  readonly accounts: ReadonlyMap<Did, AccountStatus | null>;
  /** The accounts whose identities are to be resolved again. */
  readonly identities: ReadonlySet<Did>;
}

/** What is stored about the accounts of a batch. */
export interface BatchContext {
  readonly repositories: ReadonlyMap<Did, FollowedRepository>;
  readonly known: ReadonlySet<Did>;
  readonly hidden: ReadonlySet<Did>;
  readonly address: string;
  readonly generation: number;
  /** In Unix milliseconds. */
  readonly now: number;
}

/** Whether an account event comes after the last one that was applied, so that it is not a replay. */
const isNewer = ({ cursor }: AccountPosition, { address, generation }: BatchContext, last: AccountPosition | null) =>
  last === null || last.address !== address || last.generation !== generation || cursor > last.cursor;

/** Milliseconds after which a repository that is still desynchronized is requested again with its next commit. */
const maxDesynchronizedMs = 3_600_000;

/** Collects what the events of a batch change, one after the other. */
class Plan {
  readonly changes = new Map<AtUri, RecordChange>();
  readonly deadLetters = new Map<AtUri, DeadLetter>();
  readonly repositories: Map<Did, FollowedRepository>;
  readonly changed = new Set<Did>();
  readonly introduced = new Set<Did>();
  readonly requested = new Set<Did>();
  readonly gaps: Array<PlannedGap> = [];
  readonly accounts = new Map<Did, AccountStatus | null>();
  readonly identities = new Set<Did>();
  readonly #context: BatchContext;

  constructor(context: BatchContext) {
    this.#context = context;
    this.repositories = new Map(context.repositories);
  }

  isKnown(did: Did): boolean {
    return this.#context.known.has(did) || this.introduced.has(did);
  }

  /** Whether an account is hidden at this place among the events. */
  isHidden(did: Did): boolean {
    const status = this.accounts.get(did);
    return status === undefined ? this.#context.hidden.has(did) : status !== null;
  }

  introduce(did: Did): void {
    this.introduced.add(did);
    this.requested.add(did);
  }

  put(repository: FollowedRepository): void {
    this.repositories.set(repository.did, repository);
    this.changed.add(repository.did);
  }

  commit(commit: CheckedCommit): void {
    const { did } = commit;
    if (!this.isKnown(did)) {
      if (!commit.introducesAuthor) {
        this.keepLetters(commit.deadLetters.filter(({ access }) => access === "open"));
        return;
      }
      this.introduce(did);
    }
    if (this.isHidden(did)) this.requested.add(did);
    if (this.isStale(commit)) return;
    for (const change of commit.changes) {
      const before = this.changes.get(change.uri);
      if (before !== undefined && before.rev > change.rev) continue;
      this.changes.set(change.uri, change);
      this.deadLetters.delete(change.uri);
    }
    this.keepLetters(commit.deadLetters);
  }

  keepLetters(letters: ReadonlyArray<RecordLetter>): void {
    for (const { letter } of letters) this.deadLetters.set(letter.uri, letter);
  }

  /** Applies what a signed commit means for its repository, and returns whether the commit is not newer. */
  isStale({ did, link }: CheckedCommit): boolean {
    if (link === null) return false;
    const before = this.repositories.get(did);
    const step = followCommit(before, link, this.#context.now);
    if (step._tag === "Stale") return true;
    this.put(step.next);
    if (step._tag === "First" || step._tag === "GapGrew" || this.isLeft(step.next)) this.requested.add(did);
    if (step._tag === "Gap") this.gaps.push({ did, reason: step.reason, rev: link.rev, lastRev: before?.rev ?? null });
    return false;
  }

  /** Whether a repository has been desynchronized for so long that its fetch may have been given up. */
  isLeft({ desynchronizedAt }: FollowedRepository): boolean {
    return desynchronizedAt !== null && desynchronizedAt < this.#context.now - maxDesynchronizedMs;
  }

  /** A gap of an unknown author hides a record of an open collection, which the fetch of the repository finds. */
  gap({ did, reason, rev }: Pick<FoundGap, "did" | "reason" | "rev">): void {
    if (!this.isKnown(did)) {
      this.requested.add(did);
      return;
    }
    const before = this.repositories.get(did);
    // A repeated event may be signed by a key that the account has replaced since.
    if (before !== undefined && rev <= before.rev) return;
    const next = loseSynchronization(before, did, this.#context.now);
    if (next === null) {
      this.requested.add(did);
      return;
    }
    this.put(next);
    const lastRev = before === undefined || before.rev === "" ? null : before.rev;
    this.gaps.push({ did, reason, rev, lastRev });
  }

  state({ did, rev }: StateEvent): void {
    if (!this.isKnown(did)) return;
    this.gap({ did, reason: "sync-event", rev });
  }

  account({ did, status }: AccountChange, cursor: number): void {
    if (!this.isKnown(did)) return;
    const { address, generation } = this.#context;
    const position = { address, generation, cursor };
    const before = this.repositories.get(did) ?? unseenRepository(did);
    if (!isNewer(position, this.#context, before.account)) return;
    this.put({ ...before, account: position });
    this.accounts.set(did, status);
    if (status === "deleted" || (status === null && this.#context.hidden.has(did))) this.requested.add(did);
  }
}

const apply = (plan: Plan, { cursor, event }: CheckedBatch["events"][number]): void => {
  switch (event._tag) {
    case "Checked":
      plan.commit(event);
      break;
    case "Gap":
      plan.gap(event);
      break;
    case "State":
      plan.state(event);
      break;
    case "Identity":
      if (plan.isKnown(event.did)) plan.identities.add(event.did);
      break;
    case "Account":
      plan.account(event, cursor);
      break;
  }
};

/**
 * Decides what a batch of events changes. Events that were applied before change nothing: commits that are not newer
 * than what was seen, and account events up to the last position.
 */
export const planBatch = (
  { events, undecodable }: Pick<CheckedBatch, "events" | "undecodable">,
  context: BatchContext
): BatchPlan => {
  const plan = new Plan(context);
  for (const event of events) apply(plan, event);
  return {
    changes: [...plan.changes.values()],
    deadLetters: [...undecodable, ...plan.deadLetters.values()],
    repositories: [...plan.changed].flatMap((did) => plan.repositories.get(did) ?? []),
    known: context.known,
    introduced: plan.introduced,
    requested: plan.requested,
    gaps: plan.gaps,
    accounts: plan.accounts,
    identities: plan.identities
  };
};
