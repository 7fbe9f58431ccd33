import { SettingsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Loading } from "../../components/Loading.tsx";
import { PageHeader } from "../../components/PageHeader.tsx";
import { Endpoints } from "./Endpoints.tsx";
import { FirstApp } from "./FirstApp.tsx";
import { SettingTable } from "./SettingTable.tsx";

/** The configuration of the instance, and the endpoints for apps. */
export const InstancePage = () => {
  const { data, error, refetch } = useAdminQuery(SettingsDocument, {});
  const settings = data?.settings;
  return (
    <>
      <PageHeader title="Settings">The configuration of this instance, and the endpoints for apps.</PageHeader>
      {error !== null && (
        <ErrorState title="The settings could not be loaded" error={error} retry={() => void refetch()} />
      )}
      {error === null && settings === undefined && <Loading what="the settings" lines={10} />}
      {settings !== undefined && (
        <div className="stack">
          <section className="card">
            <div className="card-body stack-small">
              <h2>This instance</h2>
              <dl className="facts">
                <dt>Public URL</dt>
                <dd>{settings.externalBaseUrl}</dd>
                <dt>Version</dt>
                <dd>{settings.version}</dd>
                <dt>Database</dt>
                <dd>{settings.database}</dd>
                <dt>Mode</dt>
                <dd>{settings.development ? "Development" : "Production"}</dd>
              </dl>
            </div>
          </section>
          <Endpoints endpoints={settings.endpoints} />
          <FirstApp server={settings.externalBaseUrl} />
          <SettingTable values={settings.values} />
        </div>
      )}
    </>
  );
};
