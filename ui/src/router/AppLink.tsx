import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { addressOf, navigate } from "./routeLocation.ts";

interface AppLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> {
  /** Below the base, such as `/clients`. */
  readonly to: string;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** A link to another of these pages, which does not load anew; with a modifier it is a link like any other. */
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
