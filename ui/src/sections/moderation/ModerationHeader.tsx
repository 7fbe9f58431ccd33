import { PageHeader } from "../../components/PageHeader.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { useRouteLocation } from "../../router/routeLocation.ts";
import "./moderation.css";

const tabs = [
  { to: "/moderation", name: "Queue" },
  { to: "/moderation/labels", name: "Labels" },
  { to: "/moderation/definitions", name: "Definitions" }
] as const;

/** The heading of the moderation pages, with the links between them. */
export const ModerationHeader = ({ children, title }: { readonly children: string; readonly title: string }) => {
  const { path } = useRouteLocation();
  return (
    <>
      <PageHeader title={title}>{children}</PageHeader>
      <nav className="tabs" aria-label="Moderation">
        {tabs.map(({ name, to }) => (
          <AppLink key={to} to={to} {...(path === to && { "aria-current": "page" as const })}>
            {name}
          </AppLink>
        ))}
      </nav>
    </>
  );
};
