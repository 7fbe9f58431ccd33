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

/** What the removal of a Lexicon changes for queries. */
const Consequences = ({ id }: { readonly id: string }) => {
  const { data, error, refetch } = useAdminQuery(CompareLexiconRemovalDocument, { ids: [id] });
  if (error !== null)
    return <ErrorState title="The change could not be compared" error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Loading what="the comparison" lines={2} />;
  const { collectionsRemoved, notices } = data.compareLexiconRemoval;
  return (
    <>
      {collectionsRemoved.map((collection) => (
        <p key={collection.id}>
          <code>{collection.id}</code> goes out of the API with {countOf(collection.records)} records. They stay in the
          index.
        </p>
      ))}
      {notices.length > 0 && <p>Values of {countOf(notices.length)} references are answered as JSON or left out.</p>}
      {collectionsRemoved.length === 0 && notices.length === 0 && <p>No collection goes out of the API.</p>}
    </>
  );
};

/** Removes a Lexicon from those in force, once somebody has seen what that takes out of the API. */
export const RemoveLexicon = ({ id }: { readonly id: string }) => {
  const [isAsking, setAsking] = useState(false);
  const toast = useToast();
  const remove = useAdminMutation(RemoveLexiconsDocument, () => {
    setAsking(false);
    toast(`${id} is removed`);
    navigate("/lexicons");
  });
  return (
    <>
      <Button kind="danger-quiet" onPress={() => setAsking(true)}>
        Remove
      </Button>
      <ConfirmDialog
        title={`Remove ${id}?`}
        action="Remove Lexicon"
        isOpen={isAsking}
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate({ ids: [id] })}
      >
        <Consequences id={id} />
      </ConfirmDialog>
    </>
  );
};
