import { LinkButton } from "../../components/LinkButton.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useStatistics } from "./useStatistics.ts";

/** The next steps on an instance without apps. */
export const FirstSteps = () => {
  const statistics = useStatistics().data?.statistics;
  if (statistics === undefined || statistics.clients > 0) return null;
  return (
    <Notice title="Ready for your first app">
      <p>Register a client, add its client ID to your app, and sign in. The activity then appears on this page.</p>
      <div className="row">
        <LinkButton to="/clients/new" kind="primary" icon="plus">
          Register new client
        </LinkButton>
        <LinkButton to="/lexicons">Import Lexicons</LinkButton>
      </div>
    </Notice>
  );
};
