import { type DeadLetterFilter, RetryDeadLettersDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { countOf } from "../../components/countOf.ts";
import { useToast } from "../../components/useToast.ts";

interface RetryDeadLettersProps {
  readonly where: DeadLetterFilter;
  readonly isFiltered: boolean;
}

/** Tries the dead letters that match the filters again. */
export const RetryDeadLetters = ({ isFiltered, where }: RetryDeadLettersProps) => {
  const toast = useToast();
  const retry = useAdminMutation(RetryDeadLettersDocument, ({ retryDeadLetters: { gone, indexed, tried } }) =>
    toast(
      `${countOf(indexed)} of ${countOf(tried)} ${tried === 1 ? "record is" : "records are"} indexed now, and ${countOf(gone)} no longer exist`
    )
  );
  return (
    <Button
      size="small"
      icon="refresh"
      needs="retryDeadLetters"
      isPending={retry.isPending}
      onPress={() =>
        retry.mutate(
          { where },
          { onError: ({ message }) => toast(`The dead letters were not tried again. ${message}`, "bad") }
        )
      }
    >
      {isFiltered ? "Retry these" : "Retry all"}
    </Button>
  );
};
