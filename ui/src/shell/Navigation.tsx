import { Icon } from "../components/Icon.tsx";
import { AppLink } from "../router/AppLink.tsx";
import { useRouteLocation } from "../router/routeLocation.ts";
import { containsPath, sections } from "./sections.ts";

/** The links to all sections; `onNavigate` closes the drawer that contains them. */
export const Navigation = ({ onNavigate }: { readonly onNavigate?: () => void }) => {
  const { path } = useRouteLocation();
  return (
    <nav className="nav" aria-label="Settings">
      {sections.map((group) => (
        <div className="nav-group" key={group.name}>
          <h2>{group.name}</h2>
          <ul>
            {group.sections.map((section) => (
              <li key={section.to}>
                <AppLink
                  to={section.to}
                  {...(containsPath(section, path) && { "aria-current": "page" as const })}
                  {...(onNavigate !== undefined && { onClick: onNavigate })}
                >
                  <Icon name={section.icon} />
                  {section.name}
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
};
