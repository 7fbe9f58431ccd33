import type { ReactNode } from "react";

/** A name and what it is, in a list of facts. */
export const DetailRow = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
