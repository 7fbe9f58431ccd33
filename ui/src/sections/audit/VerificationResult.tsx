import { CopyableId } from "../../components/CopyableId.tsx";
import { countOf } from "../../components/countOf.ts";
import { Notice } from "../../components/Notice.tsx";
import { RelativeTime } from "../../components/RelativeTime.tsx";
import type { Compared, VerificationOutcome, VerifiedCheckpoint } from "../../verifier/Verification.ts";
import type { VerificationState } from "./useLogVerification.ts";

type Finished = Extract<VerificationState, { _tag: "Finished" }>;

const plural = (count: number, one: string, many: string): string => `${countOf(count)} ${count === 1 ? one : many}`;

const comparedWords: Readonly<Record<Compared["from"], string>> = {
  "last-visit": "the checkpoint that this browser remembered from its last verification",
  pasted: "the checkpoint that you pasted",
  published: "the checkpoint that everybody gets at /log/checkpoint"
};

const Checked = ({
  checkpoint,
  outcome
}: {
  readonly outcome: VerificationOutcome;
  readonly checkpoint: VerifiedCheckpoint;
}) => (
  <ul className="bullets">
    <li>{plural(outcome.checked, "event", "events")}: their positions have no gaps, and each matches its leaf hash</li>
    <li>{plural(outcome.streams, "stream", "streams")}: the versions in each have no gaps</li>
    <li>{plural(outcome.personal, "personal value", "personal values")}: each matches the commitment in its event</li>
    <li>
      the tree of all leaf hashes: its root is{" "}
      <CopyableId id={checkpoint.rootHash} what="the root hash" maxLength={24} />
    </li>
    <li>
      the Ed25519 signature of the checkpoint (
      {outcome.signatures === "WebCrypto" ? "by WebCrypto" : "in JavaScript, because this browser lacks it"}
      ), by the key <CopyableId id={checkpoint.key} what="the verifier key" maxLength={40} />
    </li>
    {outcome.compared.map(({ from, size }) => (
      <li key={from}>
        {comparedWords[from]}: the log begins with its {plural(size, "event", "events")}
      </li>
    ))}
  </ul>
);

const pastedBefore = "the checkpoint that you pasted was signed";

/** Until when a rewritten log would not be noticed, without a pasted checkpoint. */
const RememberedBefore = ({ before }: Pick<Finished, "before">) =>
  before === null ? (
    "today: this browser had no older checkpoint to compare with"
  ) : (
    <>
      this browser first verified the log (<RelativeTime at={before.since} />)
    </>
  );

const NotChecked = ({ finished: { before, outcome } }: { readonly finished: Finished }) => {
  const isPasted = outcome.compared.some(({ from }) => from === "pasted");
  return (
    <ul className="bullets">
      <li>whether everything was rewritten before {isPasted ? pastedBefore : <RememberedBefore before={before} />}</li>
      <li>
        whose key it is: the service names it. Compare it with a verifier key that the operator gave you in another way
      </li>
      <li>
        the cosignatures of witnesses, the tiles, and the tables that follow from the log; for the tables, run{" "}
        <code>npx tidemark audit verify</code>
      </li>
      <li>events that were recorded after the checkpoint, and personal values that were erased</li>
      <li>
        this page itself, which comes from the service that it verifies. To rely on nothing of it,{" "}
        <a href="/docs/auditing#verify-it-without-trusting-us">verify an export elsewhere</a>
      </li>
    </ul>
  );
};

const Holds = ({ checkpoint, finished }: { readonly finished: Finished; readonly checkpoint: VerifiedCheckpoint }) => {
  const { before, outcome, seconds } = finished;
  return (
    <div className="stack-small">
      <Notice kind="good" title={`The log holds: ${plural(outcome.checked, "event", "events")}`} isAlert>
        Verified in {seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} seconds. This browser remembers the
        checkpoint.
      </Notice>
      {before !== null && before.key !== checkpoint.key && (
        <Notice kind="warn" title="Another key signs than at the last verification">
          The service still names the earlier key as its own. Ask the operator whether the key was rotated.
        </Notice>
      )}
      <h3>Checked</h3>
      <Checked outcome={outcome} checkpoint={checkpoint} />
      <h3>Not checked</h3>
      <NotChecked finished={finished} />
    </div>
  );
};

const heldBefore = (checked: number): string =>
  checked === 0 ? "" : `Before that, ${plural(checked, "event holds", "events hold")}. `;

const remedy = (outcome: VerificationOutcome): string =>
  outcome.isOtherLog
    ? "Nothing was recorded. If you did not expect another log, ask the operator, and keep the checkpoint. Otherwise let the browser forget it."
    : "Keep the checkpoints that you have. Run tidemark audit verify to find out whether the database was changed or only this export.";

/** What a verification checked and what it did not, or the first thing that does not hold. */
export const VerificationResult = ({ finished }: { readonly finished: Finished }) => {
  const { checkpoint, checked, fault } = finished.outcome;
  if (checkpoint !== null) return <Holds finished={finished} checkpoint={checkpoint} />;
  return (
    <Notice kind="bad" title="The log does not hold" isAlert>
      <p>
        <strong>
          Position {fault?.position}: {fault?.part}: {fault?.reason}
        </strong>
      </p>
      <p>
        {heldBefore(checked)}
        {remedy(finished.outcome)}
      </p>
    </Notice>
  );
};
