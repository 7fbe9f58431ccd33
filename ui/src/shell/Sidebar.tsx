import { Mark } from "../components/Mark.tsx";
import { Waves } from "../components/Waves.tsx";
import { AppLink } from "../router/AppLink.tsx";
import { Account } from "./Account.tsx";
import { Navigation } from "./Navigation.tsx";

interface SidebarProps {
  readonly isInPage: boolean;
  readonly whenChosen?: () => void;
}

/** The navigation, who is signed in, and how it looks. */
export const Sidebar = ({ isInPage, whenChosen }: SidebarProps) => (
  <header className={`sidebar ${isInPage ? "in-page" : ""}`}>
    <AppLink to="/" className="brand" {...(whenChosen !== undefined && { onClick: whenChosen })}>
      <Mark />
      Tidemark
    </AppLink>
    <Navigation {...(whenChosen !== undefined && { whenChosen })} />
    <div className="sidebar-foot">
      <Waves />
      <Account />
    </div>
  </header>
);
