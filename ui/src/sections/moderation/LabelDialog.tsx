import { type FormEvent, useState } from "react";
import { adminRequest } from "../../api/adminRequest.ts";
import {
  CreateLabelDocument,
  LabelDefinitionsDocument,
  type LabelDefinitionsQuery,
  NegateLabelDocument
} from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmQuestion } from "../../components/ConfirmQuestion.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Notice } from "../../components/Notice.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { useToast } from "../../components/useToast.ts";
import { LabelChoice } from "./LabelChoice.tsx";
import type { Subject } from "./SubjectHeading.tsx";

interface LabelDialogProps {
  readonly subject: Subject;
  /** The number of reports that the label closes. */
  readonly openReports: number;
  readonly isOpen: boolean;
  readonly decision: { readonly isPending: boolean; readonly error: Error | null };
  readonly onClose: () => void;
  readonly onDecide: (val: string) => void;
}

type Definition = LabelDefinitionsQuery["labelDefinitions"][number];

const takedownText = (isRecord: boolean): string =>
  isRecord
    ? "The record is hidden from everybody but its author: it is left out of lists, counts, searches, joins and notifications, and it cannot be read by its address."
    : "All records of the account are hidden from everybody but the account itself: they are left out of lists, counts, searches, joins and notifications. Records that it writes later are hidden, too.";

const closingText = (count: number): string =>
  count === 1 ? "The label closes 1 open report." : `The label closes ${count} open reports.`;

/** Chooses a label for a subject. A label that takes the subject down asks once more, and says what it does. */
export const LabelDialog = ({ decision, isOpen, onClose, onDecide, openReports, subject }: LabelDialogProps) => {
  const [chosen, setChosen] = useState<Definition | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const { data, error } = useAdminQuery(LabelDefinitionsDocument, {}, { enabled: isOpen });
  const label = useAdminMutation(CreateLabelDocument, () => {
    onClose();
    const applied = { uri: subject.uri, val: chosen?.val ?? "" };
    toast("The label was applied", "good", () => adminRequest(NegateLabelDocument, applied));
  });
  const isRecord = subject.collection !== null;
  const isPending = decision.isPending || label.isPending;
  const failure = decision.error ?? label.error;
  const apply = (): void => {
    if (chosen === null || isPending) return;
    if (openReports > 0) onDecide(chosen.val);
    else label.mutate({ uri: subject.uri, val: chosen.val });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen?.severity === "TAKEDOWN") setConfirming(true);
    else apply();
  };
  const what = isRecord ? "record" : "account";
  const consequence = openReports === 0 ? null : closingText(openReports);
  if (isConfirming && chosen !== null)
    return (
      <Dialog title={`Take the ${what} down?`} isOpen={isOpen} onClose={onClose} isAlert>
        <ConfirmQuestion
          action={`Take the ${what} down`}
          isPending={isPending}
          error={failure}
          onClose={() => setConfirming(false)}
          onConfirm={apply}
        >
          <p>{takedownText(isRecord)}</p>
          <p>
            The author sees the label <code>{chosen.val}</code>. Negate it to show everything again. {consequence}
          </p>
        </ConfirmQuestion>
      </Dialog>
    );
  return (
    <Dialog title={`Label the ${what}`} isOpen={isOpen} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {data === undefined && error === null && <Skeleton lines={5} />}
        {error !== null && <ErrorState title="The labels could not be loaded" error={error} />}
        {data !== undefined && (
          <LabelChoice
            definitions={data.labelDefinitions}
            value={chosen?.val ?? null}
            onChange={(val) => setChosen(data.labelDefinitions.find((each) => each.val === val) ?? null)}
          />
        )}
        {consequence !== null && <Notice title={consequence} />}
        {failure !== null && <ErrorState title="The label was not applied" error={failure} />}
        <div className="row end">
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" isDisabled={chosen === null} isPending={isPending}>
            {chosen?.severity === "TAKEDOWN" ? "Continue" : "Apply label"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
