import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { Field } from "./Field.tsx";

export interface ConfirmQuestionProps {
  readonly children: ReactNode;
  /** The label of the button, as in "Delete client". */
  readonly action: string;
  /** The text that must be typed before the button works; without it, a press is enough. */
  readonly typed?: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** The content of a confirmation dialog: the consequences, the text to type if there is one, and the two buttons. */
export const ConfirmQuestion = ({
  action,
  children,
  error,
  isPending,
  onClose,
  onConfirm,
  typed
}: ConfirmQuestionProps) => {
  const [text, setText] = useState("");
  const isConfirmed = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isConfirmed && !isPending) onConfirm();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="stack-small">{children}</div>
      {typed !== undefined && (
        <Field label={`Type "${typed}" to confirm`} value={text} onChange={setText} autoFocus autoComplete="off" />
      )}
      {error !== null && error !== undefined && <ErrorState title="The action failed" error={error} />}
      <div className="row end">
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" kind="danger" isDisabled={!isConfirmed} isPending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
};
