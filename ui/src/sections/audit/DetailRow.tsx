import type { ReactNode } from "react";

/** A name and its value in a description list. */
export const DetailRow = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
