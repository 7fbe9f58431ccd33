import { useState } from "react";
import { AuditLogDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Field } from "../../components/Field.tsx";
import { Notice } from "../../components/Notice.tsx";
import { RememberedNotice } from "./RememberedNotice.tsx";
import { useLogVerification } from "./useLogVerification.ts";
import { VerificationProgress } from "./VerificationProgress.tsx";
import { VerificationResult } from "./VerificationResult.tsx";

/** Verifies the whole log in this browser, compared with a checkpoint from the last visit or a pasted one. */
export const VerifyCard = () => {
  const { cancel, reportError, start, state } = useLogVerification();
  const { data } = useAdminQuery(AuditLogDocument, {});
  const [pasted, setPasted] = useState("");
  const isRunning = state._tag === "Running";
  return (
    <section className="card" aria-label="Verify in this browser">
      <div className="card-head">
        <div>
          <h2>Verify in this browser</h2>
          <p>This browser downloads every event and computes everything itself.</p>
        </div>
        {isRunning ? (
          <Button onPress={cancel}>Cancel</Button>
        ) : (
          <Button kind="primary" onPress={() => start(pasted)}>
            Verify the log in this browser
          </Button>
        )}
      </div>
      <div className="card-body stack">
        {isRunning && <VerificationProgress running={state} total={data?.auditLog.checkpoint?.size ?? 0} />}
        {state._tag === "Cancelled" && (
          <Notice kind="info" title="Cancelled" isAlert>
            Nothing is known of the log, and nothing was recorded.
          </Notice>
        )}
        {state._tag === "Interrupted" && (
          <Notice kind="warn" title="The log could not be verified" isAlert>
            {state.reason} This says nothing about the log, and nothing was recorded.
          </Notice>
        )}
        {state._tag === "Finished" && <VerificationResult finished={state} />}
        {reportError !== null && <ErrorState title="The result could not be recorded in the log" error={reportError} />}
        {!isRunning && <RememberedNotice />}
        <details>
          <summary>Compare with a checkpoint that I kept</summary>
          <Field
            label="Kept checkpoint"
            hint="The whole signed text, as from /log/checkpoint, or a line of an anchor file."
            placeholder={"tidemark.example.com/log\n1234\n…"}
            value={pasted}
            onChange={setPasted}
            rows={5}
          />
        </details>
      </div>
    </section>
  );
};
