import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./Button.tsx";
import { ErrorState } from "./ErrorState.tsx";
import { Field } from "./Field.tsx";

export interface ConfirmQuestionProps {
  readonly children: ReactNode;
  /** On the button, as in "Delete client". */
  readonly action: string;
  /** What must be typed before the button works; without it a press is enough. */
  readonly typed?: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** The question of a dialog: what happens, if need be the word to type, and the two ways out. */
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
  const isSure = typed === undefined || text.trim() === typed;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isSure && !isPending) onConfirm();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="stack-small">{children}</div>
      {typed !== undefined && (
        <Field label={`Type ${typed} to confirm`} value={text} onChange={setText} autoFocus autoComplete="off" />
      )}
      {error !== null && error !== undefined && <ErrorState title="It was not done" error={error} />}
      <div className="row end">
        <Button onPress={onClose}>Cancel</Button>
        <Button type="submit" kind="danger" isDisabled={!isSure} isPending={isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
};
