import type { HTMLInputTypeAttribute, ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { TextField } from "react-aria-components/TextField";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value, one sentence each. */
  readonly faults?: ReadonlyArray<string>;
  readonly placeholder?: string;
  readonly type?: HTMLInputTypeAttribute;
  readonly rows?: number;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly inputMode?: "numeric" | "url" | "text";
}

/** A text input of one or several lines, with its label, hint and errors. */
export const Field = ({ faults = [], hint, label, placeholder, rows, type = "text", onBlur, ...rest }: FieldProps) => {
  const shown = placeholder === undefined ? {} : { placeholder };
  return (
    <TextField
      {...rest}
      {...(onBlur !== undefined && { onBlur })}
      className="field"
      type={type === "password" ? "password" : "text"}
      isInvalid={faults.length > 0}
      validationBehavior="aria"
      spellCheck="false"
    >
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input className="input" type={type} autoCapitalize="none" autoCorrect="off" {...shown} />
      ) : (
        <TextArea className="input" rows={rows} {...shown} />
      )}
      <FieldError className="wrong">
        {faults.map((fault) => (
          <span key={fault} className="wrong-line">
            {fault}{" "}
          </span>
        ))}
      </FieldError>
      {hint !== undefined && (
        <Text slot="description" className="hint">
          {hint}
        </Text>
      )}
    </TextField>
  );
};
