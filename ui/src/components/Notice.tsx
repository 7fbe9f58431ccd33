import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

interface NoticeProps {
  readonly kind?: "info" | "good" | "warn" | "bad";
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Read out at once when it appears. */
  readonly isAlert?: boolean;
}

const icons: Readonly<Record<NonNullable<NoticeProps["kind"]>, IconName>> = {
  info: "info",
  good: "check",
  warn: "alert",
  bad: "danger"
};

/** A few words that must not be missed. */
export const Notice = ({ children, isAlert = false, kind = "info", title }: NoticeProps) => (
  <div className={`notice ${kind}`} {...(isAlert && { role: "alert" })}>
    <Icon name={icons[kind]} />
    <div>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  </div>
);
