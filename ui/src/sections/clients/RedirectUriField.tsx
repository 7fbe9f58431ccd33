import { type ClipboardEventHandler, useState } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { TextField } from "react-aria-components/TextField";
import { Button } from "../../components/Button.tsx";
import { redirectUriFaults } from "./clientRules.ts";

interface RedirectUriFieldProps {
  readonly position: number;
  readonly value: string;
  readonly isOnly: boolean;
  readonly onChange: (uri: string) => void;
  readonly isValidated: boolean;
  readonly onPaste: ClipboardEventHandler;
  readonly onRemove: () => void;
}

/** A message that appears while the button below it is pressed would move the button, and the press would be lost. */
const isSubmit = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement && target.type === "submit";

/** One redirect URI. It is validated as soon as it looks like a URI, and at the latest when the field loses the focus. */
export const RedirectUriField = ({
  isValidated,
  isOnly,
  onChange,
  onPaste,
  onRemove,
  position,
  value
}: RedirectUriFieldProps) => {
  const [wasLeft, setLeft] = useState(value !== "");
  const shouldValidate = isValidated || wasLeft || /^[a-z][a-z0-9+.-]*:\/\/?[^/]+\/./i.test(value);
  const faults = shouldValidate ? redirectUriFaults(value) : [];
  return (
    <TextField
      className="field"
      aria-label={`Redirect URI ${position}`}
      value={value}
      onChange={onChange}
      onBlur={({ relatedTarget }) => setLeft((before) => before || !isSubmit(relatedTarget))}
      isInvalid={faults.length > 0}
      validationBehavior="aria"
      spellCheck="false"
    >
      <div className="uri-line">
        <Input
          className="input mono"
          placeholder="https://app.example.com/callback"
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          onPaste={onPaste}
        />
        {!isOnly && <Button kind="quiet" icon="close" label={`Remove redirect URI ${position}`} onPress={onRemove} />}
      </div>
      <FieldError className="wrong">{faults.join(" ")}</FieldError>
    </TextField>
  );
};
