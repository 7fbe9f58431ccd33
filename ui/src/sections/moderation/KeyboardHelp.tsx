import { Button } from "../../components/Button.tsx";
import { Dialog } from "../../components/Dialog.tsx";

const keys = [
  ["j", "Next subject"],
  ["k", "Previous subject"],
  ["Enter", "Open the subject, and read it"],
  ["l", "Apply a label"],
  ["d", "Dismiss the reports"],
  ["?", "Show this help"]
] as const;

interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly isEnabled: boolean;
  readonly onEnable: (isEnabled: boolean) => void;
  readonly onClose: () => void;
}

/** The keys of the queue, and the switch that turns them off, for those whose software presses keys by itself. */
export const KeyboardHelp = ({ isEnabled, isOpen, onClose, onEnable }: KeyboardHelpProps) => (
  <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose}>
    <div className="stack">
      <dl className="facts keys">
        {keys.map(([key, meaning]) => (
          <div className="fact" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={isEnabled} onChange={(event) => onEnable(event.target.checked)} />
        Use these keys on this page
      </label>
      <div className="row end">
        <Button onPress={onClose}>Close</Button>
      </div>
    </div>
  </Dialog>
);
