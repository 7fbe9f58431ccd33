import { type ReactNode, useId } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { type Needs, useRefusal } from "../session/useRefusal.ts";
import { Icon, type IconName } from "./Icon.tsx";
import { useToast } from "./useToast.ts";

export interface ButtonProps {
  readonly children?: ReactNode;
  readonly onPress?: () => void;
  readonly kind?: "primary" | "danger" | "danger-quiet" | "quiet" | "plain";
  readonly size?: "usual" | "small";
  readonly icon?: IconName;
  readonly type?: "button" | "submit";
  readonly isDisabled?: boolean;
  /** While true, the button shows progress and ignores presses. */
  readonly isPending?: boolean;
  /** The accessible name of a button without text. */
  readonly label?: string;
  readonly slot?: string;
  /** Whether the element that the button toggles is open, and the ID of that element. */
  readonly isExpanded?: boolean;
  readonly controls?: string;
  /** The mutation that the button leads to, or a role. Beside the button, an admin without the role reads which one it is, and a press says what to do. */
  readonly needs?: Needs;
}

/** A button. An icon without text needs `label`. */
export const Button = ({
  children,
  controls,
  icon,
  isDisabled = false,
  isExpanded,
  isPending = false,
  kind = "plain",
  label,
  needs,
  onPress,
  size = "usual",
  slot,
  type = "button"
}: ButtonProps) => {
  const refusal = useRefusal(needs);
  const note = useId();
  const toast = useToast();
  const press = refusal === null ? onPress : () => toast(refusal.reason, "bad");
  const isInert = isPending || refusal !== null;
  const button = (
    <AriaButton
      type={isInert ? "button" : type}
      className={`button ${kind} ${size === "small" ? "small" : ""} ${children === undefined ? "icon" : ""}`}
      isDisabled={isDisabled && refusal === null}
      {...(label !== undefined && { "aria-label": label })}
      {...(isInert && { "aria-disabled": true })}
      {...(refusal !== null && { "aria-describedby": note })}
      {...(press !== undefined && !isPending && { onPress: press })}
      {...(slot !== undefined && { slot })}
      {...(isExpanded !== undefined && { "aria-expanded": isExpanded })}
      {...(controls !== undefined && { "aria-controls": controls })}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
      {isPending && (
        <span>
          …<span className="visually-hidden"> in progress</span>
        </span>
      )}
    </AriaButton>
  );
  if (refusal === null) return button;
  return (
    <span className="refused" title={refusal.reason}>
      {button}
      <span id={note} className="refused-note">
        {refusal.note}
      </span>
    </span>
  );
};
