import { Logo } from "../components/Logo.tsx";
import { Waves } from "../components/Waves.tsx";
import { PaletteButton } from "../palette/PaletteButton.tsx";
import { AppLink } from "../router/AppLink.tsx";
import { Account } from "./Account.tsx";
import { Navigation } from "./Navigation.tsx";

interface SidebarProps {
  readonly isInPage: boolean;
  /** Opens the search box. */
  readonly onSearch: () => void;
  readonly onNavigate?: () => void;
}

/** The search, the navigation, the signed-in account and the theme. */
export const Sidebar = ({ isInPage, onNavigate, onSearch }: SidebarProps) => (
  <header className={`sidebar ${isInPage ? "in-page" : ""}`}>
    <AppLink to="/" className="brand" {...(onNavigate !== undefined && { onClick: onNavigate })}>
      <Logo />
      Tidemark
    </AppLink>
    <PaletteButton onPress={onSearch} />
    <Navigation {...(onNavigate !== undefined && { onNavigate })} />
    <div className="sidebar-foot">
      <Waves />
      <Account />
    </div>
  </header>
);
