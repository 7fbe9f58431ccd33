import { IndexAccountDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { useToast } from "../../components/useToast.ts";
import type { Account } from "./AccountFacts.tsx";

/** Reads the repository of an account again in the background. */
export const IndexAccount = ({ account: { did, handle } }: { readonly account: Account }) => {
  const toast = useToast();
  const index = useAdminMutation(IndexAccountDocument, () => {
    toast(`The repository of ${handle ?? did} is read again`);
  });
  return (
    <div className="stack-small">
      <Button
        icon="refresh"
        size="small"
        needs="backfillActor"
        isPending={index.isPending}
        onPress={() => index.mutate({ account: did })}
      >
        Index again
      </Button>
      {index.error !== null && (
        <p role="alert" className="small">
          {index.error.message}
        </p>
      )}
    </div>
  );
};
