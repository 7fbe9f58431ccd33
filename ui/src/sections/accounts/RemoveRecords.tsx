import { useState } from "react";
import { RemoveAccountRecordsDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { countOf } from "../../components/countOf.ts";
import { useToast } from "../../components/useToast.ts";
import type { Account } from "./AccountFacts.tsx";

const eraseCommand = (did: string): string => `tidemark audit erase ${did}`;

/** Removes what is indexed of an account, and says how to erase the person. */
export const RemoveRecords = ({ account: { did, handle, records } }: { readonly account: Account }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const name = handle ?? did;
  const total = records.reduce((sum, { records: count }) => sum + count, 0);
  const remove = useAdminMutation(RemoveAccountRecordsDocument, ({ removeAccountRecords: count }) => {
    setConfirming(false);
    toast(
      count === 1 ? "1 record was removed from the index" : `${countOf(count)} records were removed from the index`
    );
  });
  return (
    <section className="card" aria-labelledby="removal">
      <div className="card-head">
        <div>
          <h2 id="removal">Remove what is indexed</h2>
          <p>
            {total === 0
              ? "Nothing is indexed of this account."
              : "Deletes the records of the account here. Its server keeps them, and the account can be indexed again."}
          </p>
        </div>
        {total > 0 && (
          <Button kind="danger-quiet" needs="removeAccountRecords" onPress={() => setConfirming(true)}>
            Remove records
          </Button>
        )}
      </div>
      <div className="card-body">
        <p className="small soft">
          To delete all personal data of the account, its sessions included, for good, run{" "}
          <code>{eraseCommand(did)}</code> where the instance runs. It cannot be undone. To hide the records instead,
          put a takedown label on the account in Moderation.
        </p>
      </div>
      <ConfirmDialog
        title={`Remove the records of ${name}?`}
        action="Remove records"
        typed={name}
        isOpen={isConfirming}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ account: did, confirmation: name })}
      >
        <p>
          {total === 1 ? "1 record is" : `${countOf(total)} records are`} deleted from the index. Apps no longer see{" "}
          {total === 1 ? "it" : "them"}. What the account writes later is indexed.
        </p>
      </ConfirmDialog>
    </section>
  );
};
