import {
  BackfillActorDocument,
  BackfillAllDocument,
  BackfillCollectionDocument,
  BackfillEstimateDocument
} from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";
import { useToast } from "../../components/useToast.ts";
import type { BackfillChoice } from "./Backfill.ts";
import { estimateInWords } from "./estimateInWords.ts";

interface StartBackfillDialogProps {
  readonly choice: BackfillChoice;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

const nameOf = (choice: BackfillChoice): string => {
  if (choice.kind === "account") return choice.actor;
  return choice.kind === "collection" ? choice.collection : "everything";
};

/** Shows how much a backfill would read, and starts it. */
export const StartBackfillDialog = ({ choice, onClose, onStarted }: StartBackfillDialogProps) => {
  const toast = useToast();
  const { data, error } = useAdminQuery(BackfillEstimateDocument, {
    actor: choice.kind === "account" ? choice.actor : null,
    collection: choice.kind === "collection" ? choice.collection : null
  });
  const started = (): void => {
    toast(`The backfill of ${nameOf(choice)} was started`);
    onStarted();
  };
  const account = useAdminMutation(BackfillActorDocument, started);
  const collection = useAdminMutation(BackfillCollectionDocument, started);
  const all = useAdminMutation(BackfillAllDocument, started);
  const start = (): void => {
    if (choice.kind === "account") account.mutate({ actor: choice.actor });
    else if (choice.kind === "collection") collection.mutate({ collection: choice.collection });
    else all.mutate({});
  };
  const failure = account.error ?? collection.error ?? all.error;
  const estimate = data?.backfillEstimate;
  return (
    <Dialog title={`Start a backfill of ${nameOf(choice)}?`} isOpen onClose={onClose}>
      <div className="stack">
        {error !== null && <ErrorState title="The backfill could not be estimated" error={error} />}
        {error === null && estimate === undefined && (
          <div role="status">
            <span className="visually-hidden">Estimating</span>
            <Skeleton lines={2} />
          </div>
        )}
        {estimate !== undefined && (
          <div className="stack-small" role="status">
            <p>{estimateInWords(estimate)}</p>
            <p className="soft">
              It runs in the background, one repository at a time for each server. You can cancel it.
            </p>
          </div>
        )}
        {failure !== null && <ErrorState title="The backfill was not started" error={failure} />}
        <div className="row end">
          <Button onPress={onClose}>Cancel</Button>
          <Button
            kind="primary"
            onPress={start}
            isDisabled={estimate === undefined}
            isPending={account.isPending || collection.isPending || all.isPending}
          >
            Start backfill
          </Button>
        </div>
      </div>
    </Dialog>
  );
};
