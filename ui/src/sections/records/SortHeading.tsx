import type { ReactNode } from "react";
import { nextOrder } from "./recordFilter.ts";

interface SortHeadingProps {
  /** The order in the query string that sorts by this column. */
  readonly name: string;
  readonly order: string;
  readonly onOrder: (order: string) => void;
  readonly children: ReactNode;
}

/** The heading of a column that sorts the table. */
export const SortHeading = ({ children, name, onOrder, order }: SortHeadingProps) => {
  const direction = order === name ? "ascending" : order === `-${name}` ? "descending" : "none";
  const arrow = { ascending: "↑", descending: "↓", none: "" }[direction];
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className="sort" onClick={() => onOrder(nextOrder(order, name))}>
        {children}
        <span aria-hidden="true">{arrow}</span>
      </button>
    </th>
  );
};
