import { type ClipboardEvent, useId } from "react";
import { Button } from "../../components/Button.tsx";
import { RedirectUriField } from "./RedirectUriField.tsx";

interface RedirectUriListProps {
  readonly value: ReadonlyArray<string>;
  readonly onChange: (uris: ReadonlyArray<string>) => void;
  /** Whether every field is validated, even one that still has the focus. */
  readonly areAllValidated: boolean;
  /** The faults of the list as a whole. */
  readonly faults: ReadonlyArray<string>;
}

/** The redirect URIs, one field each. Pasting several lines fills several fields. */
export const RedirectUriList = ({ areAllValidated, faults, onChange, value }: RedirectUriListProps) => {
  const id = useId();
  const replace = (index: number, ...uris: ReadonlyArray<string>): void => onChange(value.toSpliced(index, 1, ...uris));
  const paste = (index: number) => (event: ClipboardEvent) => {
    const lines = event.clipboardData
      .getData("text")
      .split(/\s+/)
      .filter((line) => line !== "");
    if (lines.length < 2) return;
    event.preventDefault();
    replace(index, ...lines);
  };
  return (
    <fieldset className="field" aria-describedby={`${id}-hint ${id}-wrong`}>
      <legend>Redirect URIs</legend>
      {value.map((uri, index) => (
        <RedirectUriField
          // biome-ignore lint/suspicious/noArrayIndexKey: fields have no identity but their index.
          key={index}
          position={index + 1}
          value={uri}
          isOnly={value.length === 1}
          onChange={(next) => replace(index, next)}
          isValidated={areAllValidated}
          onPaste={paste(index)}
          onRemove={() => replace(index)}
        />
      ))}
      <div className="row">
        <Button size="small" icon="plus" onPress={() => onChange([...value, ""])} isDisabled={value.length >= 50}>
          Add another
        </Button>
      </div>
      <p className="wrong" id={`${id}-wrong`}>
        {faults.join(" ")}
      </p>
      <p className="hint" id={`${id}-hint`}>
        Where users return after they sign in: an https URL, an http URL on 127.0.0.1, [::1] or localhost, or a URI with
        the private scheme of a native app.
      </p>
    </fieldset>
  );
};
