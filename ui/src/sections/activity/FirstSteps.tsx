import { LinkButton } from "../../components/LinkButton.tsx";
import { Notice } from "../../components/Notice.tsx";
import { useStatistics } from "./useStatistics.ts";

/** What to do on an instance that has no app yet. */
export const FirstSteps = () => {
  const statistics = useStatistics().data?.statistics;
  if (statistics === undefined || statistics.clients > 0) return null;
  return (
    <Notice title="Ready for its first app">
      <p>Register a client, put its id into your app, and sign in. Everything that happens then is shown here.</p>
      <div className="row">
        <LinkButton to="/clients/new" kind="primary" icon="plus">
          Register New Client
        </LinkButton>
        <LinkButton to="/lexicons">Import Lexicons</LinkButton>
      </div>
    </Notice>
  );
};
