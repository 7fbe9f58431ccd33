import { type ReactNode, useId, useState } from "react";
import { Button } from "./Button.tsx";

interface FilterCardProps {
  readonly children: ReactNode;
  /** How many filters are set, shown on the button of a narrow screen. */
  readonly count: number;
}

/** Filters: always visible on a wide screen, behind a button on a narrow one. */
export const FilterCard = ({ children, count }: FilterCardProps) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="card" aria-label="Filters">
      <div className="card-body filters-toggle">
        <Button icon="filter" isExpanded={isOpen} controls={id} onPress={() => setOpen(!isOpen)}>
          {count === 0 ? "Filters" : `Filters (${count})`}
        </Button>
      </div>
      <div id={id} className={`card-body filters ${isOpen ? "" : "folded"}`}>
        {children}
      </div>
    </section>
  );
};
