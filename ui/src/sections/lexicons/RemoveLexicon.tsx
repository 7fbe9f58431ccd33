import { useState } from "react";
import { CompareLexiconRemovalDocument, RemoveLexiconsDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { ConfirmDialog } from "../../components/ConfirmDialog.tsx";
import { countOf } from "../../components/countOf.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { useToast } from "../../components/useToast.ts";
import { navigate } from "../../router/routeLocation.ts";

/** What the removal of a Lexicon changes in the API. */
const Consequences = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useAdminQuery(CompareLexiconRemovalDocument, { ids: [id] });
  if (error !== null)
    return <ErrorState title="The changes could not be determined" error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the comparison" lines={2} />;
  const { collectionsRemoved, notices } = data.compareLexiconRemoval;
  return (
    <>
      {collectionsRemoved.map((collection) => (
        <p key={collection.id}>
          <code>{collection.id}</code> is removed from the API. Its {countOf(collection.records)} records stay in the
          index.
        </p>
      ))}
      {notices.length > 0 && <p>The values of {countOf(notices.length)} references are returned as JSON or omitted.</p>}
      {collectionsRemoved.length === 0 && notices.length === 0 && <p>No collection is removed from the API.</p>}
    </>
  );
};

/** Removes an active Lexicon, after a confirmation that shows what is removed from the API. */
export const RemoveLexicon = ({ id }: { readonly id: string }) => {
  const [isConfirming, setConfirming] = useState(false);
  const toast = useToast();
  const remove = useAdminMutation(RemoveLexiconsDocument, () => {
    setConfirming(false);
    toast(`${id} was removed`);
    navigate("/lexicons");
  });
  return (
    <>
      <Button kind="danger-quiet" needs="removeLexicons" onPress={() => setConfirming(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${id}?`}
        action="Remove Lexicon"
        isOpen={isConfirming}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.mutate({ ids: [id] })}
      >
        <Consequences id={id} />
      </ConfirmDialog>
    </>
  );
};
