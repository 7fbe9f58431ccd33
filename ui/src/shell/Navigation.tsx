import { Icon } from "../components/Icon.tsx";
import { AppLink } from "../router/AppLink.tsx";
import { usePlace } from "../router/place.ts";
import { holds, sections } from "./sections.ts";

/** The links to all sections; `whenChosen` closes what they lie in. */
export const Navigation = ({ whenChosen }: { readonly whenChosen?: () => void }) => {
  const { path } = usePlace();
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
                  {...(holds(section, path) && { "aria-current": "page" as const })}
                  {...(whenChosen !== undefined && { onClick: whenChosen })}
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
