import { ConfirmQuestion, type ConfirmQuestionProps } from "./ConfirmQuestion.tsx";
import { Dialog } from "./Dialog.tsx";

interface ConfirmDialogProps extends ConfirmQuestionProps {
  readonly title: string;
  readonly isOpen: boolean;
}

/** Asks before something that cannot be undone, if need be for a word that nobody types by accident. */
export const ConfirmDialog = ({ title, isOpen, onClose, ...rest }: ConfirmDialogProps) => (
  <Dialog title={title} isOpen={isOpen} onClose={onClose} isAlert>
    <ConfirmQuestion {...rest} onClose={onClose} />
  </Dialog>
);
