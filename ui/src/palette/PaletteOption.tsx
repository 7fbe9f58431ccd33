import { useEffect, useRef } from "react";
import { withoutMiddle } from "../components/CopyableId.tsx";
import { Icon } from "../components/Icon.tsx";
import type { Entry } from "./Entry.ts";

interface PaletteOptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly onActivate: () => void;
  readonly onChoose: () => void;
}

/** An entry of the search box. The focus stays in the field, so that only the pointer acts on the entry itself. */
export const PaletteOption = ({ entry, id, isActive, onActivate, onChoose }: PaletteOptionProps) => {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus, and names the active option.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the field.
    <div
      ref={element}
      className="palette-option"
      role="option"
      id={id}
      aria-selected={isActive}
      onPointerMove={onActivate}
      onClick={onChoose}
    >
      <Icon name={entry.icon} />
      <span className="palette-name">{withoutMiddle(entry.name, 72)}</span>
      {entry.detail !== null && <span className="palette-detail">{entry.detail}</span>}
    </div>
  );
};
