import { type ReactNode, useEffect, useRef } from "react";
import { AppLink } from "../router/AppLink.tsx";
import { hasNavigated } from "../router/routeLocation.ts";
import { Icon } from "./Icon.tsx";

interface PageHeaderProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** The link to the page one level up. */
  readonly up?: { readonly to: string; readonly name: string };
}

/** The heading of a page. It sets the title of the tab, and receives the focus after navigation from another page. */
export const PageHeader = ({ actions, children, title, up }: PageHeaderProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tidemark`;
  }, [title]);
  useEffect(() => {
    if (hasNavigated()) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className="page-head">
      <div>
        {up !== undefined && (
          <AppLink to={up.to} className="crumb">
            <Icon name="back" />
            {up.name}
          </AppLink>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {children !== undefined && <p>{children}</p>}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </header>
  );
};
