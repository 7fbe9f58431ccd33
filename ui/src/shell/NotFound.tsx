import { EmptyState } from "../components/EmptyState.tsx";
import { LinkButton } from "../components/LinkButton.tsx";
import { PageHeader } from "../components/PageHeader.tsx";

/** An address that leads nowhere. */
export const NotFound = () => (
  <>
    <PageHeader title="Nothing here" />
    <div className="card">
      <EmptyState title="No page has this address" action={<LinkButton to="/">Go to the activity</LinkButton>}>
        It may be mistyped, or what it showed was deleted.
      </EmptyState>
    </div>
  </>
);
