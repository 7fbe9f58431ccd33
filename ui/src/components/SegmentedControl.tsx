import type { ReactNode } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly choices: ReadonlyArray<{ readonly value: Value; readonly name: ReactNode; readonly label?: string }>;
  readonly isOnDeep?: boolean;
}

/** A choice of one out of a few options, all visible. */
export const SegmentedControl = <Value extends string>({
  choices,
  isOnDeep = false,
  label,
  onChange,
  value
}: SegmentedControlProps<Value>) => (
  <ToggleButtonGroup
    aria-label={label}
    className={`segments ${isOnDeep ? "on-deep" : ""}`}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[value]}
    onSelectionChange={(keys) => {
      const chosen = choices.find((choice) => keys.has(choice.value));
      if (chosen !== undefined) onChange(chosen.value);
    }}
  >
    {choices.map((choice) => (
      <ToggleButton
        key={choice.value}
        id={choice.value}
        {...(choice.label !== undefined && { "aria-label": choice.label })}
      >
        {choice.name}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
