import { type FormEvent, useId, useState } from "react";
import type { RecordConditionInput, RecordOperator } from "../../api/documents.ts";
import { Button } from "../../components/Button.tsx";
import type { RecordProperty } from "./ColumnChoice.tsx";
import { operators, operatorsFor, takesValue } from "./recordFilter.ts";

interface AddConditionProps {
  readonly properties: ReadonlyArray<RecordProperty>;
  readonly onAdd: (condition: RecordConditionInput) => void;
}

const placeholders: Readonly<Record<string, string>> = {
  instant: "2026-11-28",
  integer: "Number",
  boolean: "true or false"
};

/** A form that adds a condition on a property. */
export const AddCondition = ({ onAdd, properties }: AddConditionProps) => {
  const id = useId();
  const [name, setName] = useState("");
  const [picked, setPicked] = useState<RecordOperator | null>(null);
  const [value, setValue] = useState("");
  const property = properties.find((each) => each.name === name) ?? properties[0];
  const possible = operatorsFor(property?.operand ?? null);
  const operator = possible.find((each) => each === picked) ?? possible[0] ?? "PRESENT";
  const needsValue = takesValue(operator);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (property === undefined || (needsValue && value.trim() === "")) return;
    onAdd({ property: property.name, operator, value: needsValue ? value.trim() : null });
    setValue("");
  };
  return (
    <form className="condition field-wide" onSubmit={submit}>
      <div className="field">
        <label htmlFor={`${id}-property`}>Property</label>
        <select
          id={`${id}-property`}
          className="input"
          value={property?.name ?? ""}
          onChange={(event) => setName(event.target.value)}
        >
          {properties.map((each) => (
            <option key={each.name}>{each.name}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={`${id}-operator`}>Condition</label>
        <select
          id={`${id}-operator`}
          className="input"
          value={operator}
          onChange={(event) => setPicked(possible.find((each) => each === event.target.value) ?? null)}
        >
          {possible.map((each) => (
            <option key={each} value={each}>
              {operators[each]}
            </option>
          ))}
        </select>
      </div>
      {needsValue && (
        <div className="field">
          <label htmlFor={`${id}-value`}>Value</label>
          <input
            id={`${id}-value`}
            className="input"
            value={value}
            placeholder={placeholders[property?.operand ?? ""] ?? "Text"}
            onChange={(event) => setValue(event.target.value)}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      )}
      <Button type="submit" icon="plus" isDisabled={needsValue && value.trim() === ""}>
        Add
      </Button>
    </form>
  );
};
