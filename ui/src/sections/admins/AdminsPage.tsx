import { AdminsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { AddAdmin } from "./AddAdmin.tsx";
import { AdminTable } from "./AdminTable.tsx";
import { RolesTable } from "./RolesTable.tsx";

/** The accounts that may sign in to the settings. */
export const AdminsPage = () => {
  const { data, error, refetch } = useAdminQuery(AdminsDocument, {});
  return (
    <>
      <PageHeader title="Admins">
        Accounts that can sign in here. The audit log records each change under their name.
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
        <RolesTable />
      </div>
    </>
  );
};
