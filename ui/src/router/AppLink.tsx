import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { addressOf, navigate } from "./routeLocation.ts";

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** A path below the base, such as `/clients`. */
  readonly to: string;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** A link to another page of the settings, without a page load. With a modifier key it acts as an ordinary link. */
export const AppLink = ({ onClick, to, ...rest }: AppLinkProps) => (
  <a
    {...rest}
    href={addressOf(to)}
    onClick={(event) => {
      onClick?.(event);
      if (event.defaultPrevented || !isPlain(event)) return;
      event.preventDefault();
      navigate(to);
    }}
  />
);
