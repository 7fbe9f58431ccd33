import type { ReactNode } from "react";
import { Icon, type IconName } from "./Icon.tsx";

interface NoticeProps {
  readonly kind?: "info" | "good" | "warn" | "bad";
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** Whether screen readers announce it as soon as it appears. */
  readonly isAlert?: boolean;
}

const icons: Readonly<Record<NonNullable<NoticeProps["kind"]>, IconName>> = {
  info: "info",
  good: "check",
  warn: "alert",
  bad: "danger"
};

/** A highlighted message. */
export const Notice = ({ children, isAlert = false, kind = "info", title }: NoticeProps) => (
  <div className={`notice ${kind}`} {...(isAlert && { role: "alert" })}>
    <Icon name={icons[kind]} />
    <div>
      {title !== undefined && <strong>{title}</strong>}
      {children !== undefined && <div>{children}</div>}
    </div>
  </div>
);
