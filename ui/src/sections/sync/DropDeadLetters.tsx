import { useState } from "react";
import { type DeadLetterFilter, DropDeadLettersDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { countOf } from "../../components/countOf.ts";
import { useToast } from "../../components/useToast.ts";

interface DropDeadLettersProps {
  readonly where: DeadLetterFilter;
  readonly count: number;
  readonly isFiltered: boolean;
}

const inWords = (count: number): string => (count === 1 ? "1 dead letter" : `${countOf(count)} dead letters`);

/** Drops the dead letters that match the filters, after a confirmation. */
export const DropDeadLetters = ({ count, isFiltered, where }: DropDeadLettersProps) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const drop = useAdminMutation(DropDeadLettersDocument, ({ dropDeadLetters: dropped }) => {
    setConfirming(false);
    toast(dropped === 1 ? "1 dead letter was dropped" : `${countOf(dropped)} dead letters were dropped`);
  });
  return (
    <>
      <Button kind="danger-quiet" size="small" icon="trash" needs="dropDeadLetters" onPress={() => setConfirming(true)}>
        {isFiltered ? "Drop these" : "Drop all"}
      </Button>
      <ConfirmDialog
        title={`Drop ${inWords(count)}?`}
        action={`Drop ${inWords(count)}`}
        isOpen={isConfirming}
        isPending={drop.isPending}
        error={drop.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => drop.mutate({ where })}
      >
        <p>
          They are not tried again after an import of Lexicons. The records stay on their authors' servers, and a
          backfill reads them again.
        </p>
      </ConfirmDialog>
    </>
  );
};
