import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField } from "react-aria-components/TextField";
import { type LifetimeEntry, type LifetimeUnit, lifetimeUnits } from "./lifetimeUnits.ts";

interface LifetimeFieldProps {
  readonly label: string;
  readonly entry: LifetimeEntry;
  readonly onChange: (entry: LifetimeEntry) => void;
  readonly faults: ReadonlyArray<string>;
  readonly hint: string;
}

const isUnit = (text: string): text is LifetimeUnit =>
  text === "seconds" || lifetimeUnits.some(({ unit }) => unit === text);

/** A lifetime: a number with its unit, and the one that is effective now. */
export const LifetimeField = ({ entry, faults, hint, label, onChange }: LifetimeFieldProps) => (
  <TextField
    className="field"
    value={entry.count}
    onChange={(count) => onChange({ ...entry, count })}
    inputMode="decimal"
    isInvalid={faults.length > 0}
    validationBehavior="aria"
    spellCheck="false"
  >
    <Label>{label}</Label>
    <span className="lifetime-line">
      <Input className="input" placeholder="Default" autoCorrect="off" />
      <select
        className="input"
        aria-label={`Unit of ${label.toLowerCase()}`}
        value={entry.unit}
        onChange={({ target: { value } }) => isUnit(value) && onChange({ ...entry, unit: value })}
      >
        {entry.unit === "seconds" && <option value="seconds">seconds</option>}
        {lifetimeUnits.map(({ unit }) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </select>
    </span>
    <FieldError className="wrong">{faults.join(" ")}</FieldError>
    <Text slot="description" className="hint">
      {hint}
    </Text>
  </TextField>
);
