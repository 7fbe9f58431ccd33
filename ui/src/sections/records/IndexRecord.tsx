import { IndexRecordDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { useToast } from "../../components/useToast.ts";

interface IndexRecordProps {
  readonly uri: string;
  readonly onError: (error: Error | null) => void;
}

/** Reads a record from its server again. */
export const IndexRecord = ({ onError, uri }: IndexRecordProps) => {
  const toast = useToast();
  const index = useAdminMutation(IndexRecordDocument, ({ indexRecord: { message } }) => {
    onError(null);
    toast(message);
  });
  return (
    <Button
      icon="refresh"
      needs="indexRecord"
      isPending={index.isPending}
      onPress={() => index.mutate({ uri }, { onError })}
    >
      Index again
    </Button>
  );
};
