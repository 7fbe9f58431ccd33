import type { ReactNode } from "react";
import { AppLink } from "../router/AppLink.tsx";
import { Icon, type IconName } from "./Icon.tsx";

interface LinkButtonProps {
  readonly to: string;
  readonly children: ReactNode;
  readonly kind?: "primary" | "quiet" | "plain";
  readonly size?: "usual" | "small";
  readonly icon?: IconName;
}

/** A link that looks like a button: it leads somewhere and changes nothing. */
export const LinkButton = ({ children, icon, kind = "plain", size = "usual", to }: LinkButtonProps) => (
  <AppLink to={to} className={`button ${kind} ${size === "small" ? "small" : ""}`}>
    {icon !== undefined && <Icon name={icon} />}
    {children}
  </AppLink>
);
