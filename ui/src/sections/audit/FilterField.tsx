import { type FormEvent, useEffect, useId, useState } from "react";

interface FilterFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly type?: "text" | "datetime-local";
  /** Whether it takes the width of two fields. */
  readonly isWide?: boolean;
  readonly suggestions?: ReadonlyArray<{ readonly value: string; readonly name: string }>;
}

/** A text filter. It is applied on Enter, and when the field loses the focus. */
export const FilterField = ({
  isWide = false,
  label,
  onChange,
  placeholder,
  suggestions = [],
  type = "text",
  value
}: FilterFieldProps) => {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const apply = (): void => {
    if (text.trim() !== value) onChange(text.trim());
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    apply();
  };
  return (
    <form className={`field ${isWide ? "field-wide" : ""}`} onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type={type}
        value={text}
        placeholder={placeholder}
        list={suggestions.length > 0 ? `${id}-list` : undefined}
        onChange={(event) => {
          setText(event.target.value);
          if (type === "datetime-local" || suggestions.some((each) => each.value === event.target.value)) {
            onChange(event.target.value);
          }
        }}
        onBlur={apply}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each.value} value={each.value}>
              {each.name}
            </option>
          ))}
        </datalist>
      )}
    </form>
  );
};
