import { Logo } from "../components/Logo.tsx";
import { Waves } from "../components/Waves.tsx";
import { AppLink } from "../router/AppLink.tsx";
import { Account } from "./Account.tsx";
import { Navigation } from "./Navigation.tsx";

interface SidebarProps {
  readonly isInPage: boolean;
  readonly onNavigate?: () => void;
}

/** The navigation, the signed-in account and the theme. */
export const Sidebar = ({ isInPage, onNavigate }: SidebarProps) => (
  <header className={`sidebar ${isInPage ? "in-page" : ""}`}>
    <AppLink to="/" className="brand" {...(onNavigate !== undefined && { onClick: onNavigate })}>
      <Logo />
      Tidemark
    </AppLink>
    <Navigation {...(onNavigate !== undefined && { onNavigate })} />
    <div className="sidebar-foot">
      <Waves />
      <Account />
    </div>
  </header>
);
