import * as Effect from "effect/Effect";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import type { GapReason } from "../../../domain/sync/backfill/SyncEvent.ts";
import { cidText } from "../../../domain/sync/repository/cidBytes.ts";
import type { RepositorySignatures } from "../../../domain/sync/repository/RepositorySignatures.ts";
import type { CommitEvent, SignedContent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";
import { type CommitVerdict, verifyCommitEvent } from "../../../domain/sync/stream/verifyCommitEvent.ts";
import type { CheckedCommit, FoundGap } from "./CheckedCommit.ts";
import type { CollectionsInUse } from "./CollectionsInUse.ts";
import { checkRecords } from "./checkRecords.ts";
import type { SigningIdentities } from "./SigningIdentities.ts";

/** What a signed commit is checked against. */
interface SignedCheck {
  readonly set: LexiconSet;
  readonly inUse: CollectionsInUse;
  readonly source: SyncSource;
  /** In Unix milliseconds. */
  readonly receivedAt: number;
  readonly identities: SigningIdentities;
}

type Verified = Extract<CommitVerdict, { readonly _tag: "Verified" }>;

const gap = ({ did, rev }: CommitEvent, reason: GapReason): FoundGap => ({ _tag: "Gap", did, rev, reason });

/** Verifies with the key that is known, and once more with the present one if the account may have changed it. */
function* verify(event: CommitEvent, content: SignedContent, { identities, inUse, receivedAt }: SignedCheck) {
  const signed = { ...event, content };
  const verifyWith = (signingKey: string) =>
    verifyCommitEvent(signed, { signingKey, collections: inUse, now: receivedAt });
  const key = yield* identities.key(event.did);
  const verdict = key === null ? null : yield* verifyWith(key);
  if (verdict !== null && !(verdict._tag === "Gap" && verdict.reason === "signature-invalid")) return verdict;
  const fresh = yield* identities.freshKey(event.did);
  if (fresh === null || fresh === key) return verdict;
  return yield* verifyWith(fresh);
}

const checkedRecords = (
  { did, operations, rev }: CommitEvent,
  { since, prevData }: SignedContent,
  { data, records }: Verified,
  { inUse, receivedAt, set, source }: SignedCheck
): CheckedCommit => ({
  _tag: "Checked",
  did,
  link: { did, rev, since, prevData: prevData === null ? null : cidText(prevData.bytes), data },
  ...checkRecords(set, inUse, { did, rev, operations, values: records }, { receivedAt, source: source.kind })
});

/**
 * Verifies a signed commit with the key of its account and checks its records. An account whose identity cannot be resolved
 * is a gap: its repository is fetched later.
 */
export const checkSigned = (
  event: CommitEvent,
  content: SignedContent,
  check: SignedCheck
): Effect.Effect<CheckedCommit | FoundGap, never, RepositorySignatures> =>
  Effect.gen(() => verify(event, content, check)).pipe(
    Effect.map((verdict) => {
      if (verdict === null) return gap(event, "signature-invalid");
      return verdict._tag === "Gap" ? gap(event, verdict.reason) : checkedRecords(event, content, verdict, check);
    }),
    Effect.catchTag("IdentityUnresolvable", () => Effect.succeed(gap(event, "identity-unresolvable")))
  );
