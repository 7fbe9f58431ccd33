import { Skeleton } from "./Skeleton.tsx";

/** A placeholder for a card that is loading; screen readers announce `what`. */
export const Loading = ({ what, lines = 6 }: { readonly what: string; readonly lines?: number }) => (
  <div className="card">
    <div className="card-body" role="status">
      <span className="visually-hidden">Loading {what}</span>
      <Skeleton lines={lines} />
    </div>
  </div>
);
