import type { ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Whether it asks for confirmation of an action that cannot be undone. */
  readonly isAlert?: boolean;
}

/** A modal dialog. Escape or a click outside closes it, and the focus returns to where it was. */
export const Dialog = ({ children, isAlert = false, isOpen, onClose, title }: DialogProps) => (
  <ModalOverlay className="veil" isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable>
    <Modal className="modal">
      <AriaDialog role={isAlert ? "alertdialog" : "dialog"}>
        <Heading slot="title" level={2}>
          {title}
        </Heading>
        {children}
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
