import { Notice } from "../../components/Notice.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { sections } from "../../shell/sections.ts";
import type { Health } from "./Health.ts";

/** The name of the page of a path below `/settings`; null for this page. */
const nameOf = (page: string): string | null => {
  const [path = ""] = page.split("?");
  if (path === "/health") return null;
  const found = sections.flatMap((group) => group.sections).find(({ to }) => to !== "/" && path.startsWith(to));
  return found?.name ?? null;
};

/** Says in words that everything works, or what does not. */
export const HealthState = ({ problems }: Pick<Health, "problems">) => {
  if (problems.length === 0) return <Notice kind="good" title="Everything works" />;
  return (
    <ul className="stack-small" aria-label="Problems">
      {problems.map(({ message, page, remedy, severity }) => {
        const name = nameOf(page);
        return (
          <li key={message}>
            <Notice kind={severity === "FAULT" ? "bad" : "warn"} title={message}>
              <p>
                {remedy} {name !== null && <AppLink to={page}>Open {name}</AppLink>}
              </p>
            </Notice>
          </li>
        );
      })}
    </ul>
  );
};
