import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** A link or button for the next step. */
  readonly action?: ReactNode;
}

/** Shown in place of an empty list: why it is empty, and what to do. */
export const EmptyState = ({ action, children, title }: EmptyStateProps) => (
  <div className="empty">
    <svg viewBox="0 0 72 44" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" aria-hidden="true">
      <path d="M36 4v26M36 6h8M36 13h5M36 20h8" />
      <path d="M4 34c5.3 0 5.3-4 10.7-4s5.3 4 10.6 4 5.4-4 10.7-4 5.3 4 10.7 4 5.3-4 10.6-4 5.4 4 10.7 4M14 42c4 0 4-3 8-3s4 3 8 3 4-3 8-3 4 3 8 3 4-3 8-3" />
    </svg>
    <h2>{title}</h2>
    {children !== undefined && <p>{children}</p>}
    {action !== undefined && <div className="row">{action}</div>}
  </div>
);
