import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { PaletteBox } from "./PaletteBox.tsx";
import "./palette.css";

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The search box over the page. Escape or a click outside closes it, and the focus returns to where it was. */
export const Palette = ({ isOpen, onClose }: PaletteProps) => (
  <ModalOverlay className="veil palette-veil" isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable>
    <Modal className="modal palette">
      <Dialog aria-label="Search">
        <PaletteBox onClose={onClose} />
      </Dialog>
    </Modal>
  </ModalOverlay>
);
