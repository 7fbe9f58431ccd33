import { EmptyState } from "../components/EmptyState.tsx";
import { LinkButton } from "../components/LinkButton.tsx";
import { PageHeader } from "../components/PageHeader.tsx";

/** The page for an unknown URL. */
export const NotFound = () => (
  <>
    <PageHeader title="Page not found" />
    <div className="card">
      <EmptyState title="There is no page at this URL" action={<LinkButton to="/">Go to Activity</LinkButton>}>
        The URL may be mistyped, or the page was removed.
      </EmptyState>
    </div>
  </>
);
