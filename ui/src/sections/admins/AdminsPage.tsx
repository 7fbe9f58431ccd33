import { AdminsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { AddAdmin } from "./AddAdmin.tsx";
import { AdminTable } from "./AdminTable.tsx";

/** Who may come in here. */
export const AdminsPage = () => {
  const { data, error, refetch } = useAdminQuery(AdminsDocument, {});
  return (
    <>
      <PageHeader title="Admins">
        Accounts that may come in here. Whatever they change is in the audit under their name.
      </PageHeader>
      <div className="stack">
        <AddAdmin />
        {error !== null && (
          <ErrorState title="The admins could not be loaded" error={error} retry={() => void refetch()} />
        )}
        {error === null && data === undefined && <Loading what="the admins" lines={3} />}
        {data !== undefined && (
          <section className="card" aria-label="Admins">
            <AdminTable admins={data.admins} />
          </section>
        )}
      </div>
    </>
  );
};
