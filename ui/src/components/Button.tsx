import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Icon, type IconName } from "./Icon.tsx";

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
  onPress,
  size = "usual",
  slot,
  type = "button"
}: ButtonProps) => (
  <AriaButton
    type={isPending ? "button" : type}
    className={`button ${kind} ${size === "small" ? "small" : ""} ${children === undefined ? "icon" : ""}`}
    isDisabled={isDisabled}
    {...(label !== undefined && { "aria-label": label })}
    {...(isPending && { "aria-disabled": true })}
    {...(onPress !== undefined && !isPending && { onPress })}
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
