import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useToast } from "../../components/useToast.ts";
import { LabelDialog } from "./LabelDialog.tsx";
import { closerOf } from "./Outcome.tsx";
import type { SubjectReport } from "./ReportList.tsx";
import { statusNames } from "./reasonNames.ts";
import type { Subject } from "./SubjectHeading.tsx";
import { useDecision } from "./useDecision.ts";

interface SubjectActionsProps {
  readonly subject: Subject;
  readonly reports: ReadonlyArray<SubjectReport>;
  readonly asked: "label" | "dismiss" | null;
  readonly onAsk: (what: "label" | "dismiss" | null) => void;
  readonly onDone: () => void;
}

const countText = (count: number): string => (count === 1 ? "1 report" : `${count} reports`);

/** What can be decided about a subject. A decision closes all its open reports. */
export const SubjectActions = ({ asked, onAsk, onDone, reports, subject }: SubjectActionsProps) => {
  const toast = useToast();
  const open = reports.filter(({ status }) => status === "OPEN");
  const [first] = open;
  const closed = reports.find(({ status }) => status !== "OPEN");
  const decision = useDecision(
    () => {
      onAsk(null);
      toast(`${countText(open.length)} closed`);
      onDone();
    },
    () => onAsk(null)
  );
  const decide = (action: "APPLY_LABEL" | "DISMISS", labelVal: string | null): void => {
    if (first !== undefined) decision.mutate({ id: first.id, action, labelVal, includeOthers: true });
  };
  return (
    <div className="card-foot stack-small">
      {decision.isTooLate && closed?.resolvedAt != null && (
        <Notice
          kind="warn"
          title={`Already ${statusNames[closed.status].toLowerCase()} by ${closerOf(closed)}`}
          isAlert
        >
          <p>Your decision changed nothing.</p>
        </Notice>
      )}
      <div className="row">
        <Button kind="primary" needs="createLabel" onPress={() => onAsk("label")}>
          Apply label
        </Button>
        {first !== undefined && (
          <Button needs="resolveReport" onPress={() => onAsk("dismiss")}>
            {open.length === 1 ? "Dismiss report" : `Dismiss ${open.length} reports`}
          </Button>
        )}
      </div>
      <LabelDialog
        key={asked}
        subject={subject}
        openReports={open.length}
        isOpen={asked === "label"}
        decision={decision}
        onClose={() => onAsk(null)}
        onDecide={(val) => decide("APPLY_LABEL", val)}
      />
      <ConfirmDialog
        title={`Dismiss ${countText(open.length)}?`}
        action={open.length === 1 ? "Dismiss report" : `Dismiss ${open.length} reports`}
        isOpen={asked === "dismiss" && first !== undefined}
        isPending={decision.isPending}
        error={decision.error}
        onClose={() => onAsk(null)}
        onConfirm={() => decide("DISMISS", null)}
      >
        <p>
          They are closed without a label, and the subject stays as it is. The decision is recorded with your account.
        </p>
      </ConfirmDialog>
    </div>
  );
};
