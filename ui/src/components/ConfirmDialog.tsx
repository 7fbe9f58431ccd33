import { ConfirmQuestion, type ConfirmQuestionProps } from "./ConfirmQuestion.tsx";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps extends ConfirmQuestionProps {
  readonly title: string;
  readonly isOpen: boolean;
}

/** Asks for confirmation of an action that cannot be undone; `typed` is a text that must be typed to confirm. */
export const ConfirmDialog = ({ title, isOpen, onClose, ...rest }: ConfirmDialogProps) => (
  <Dialog title={title} isOpen={isOpen} onClose={onClose} isAlert>
    <ConfirmQuestion {...rest} onClose={onClose} />
  </Dialog>
);
