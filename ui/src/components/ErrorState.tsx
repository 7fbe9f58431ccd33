import { AdminRequestFailed } from "../api/AdminRequestFailed.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

interface ErrorStateProps {
  readonly error: unknown;
  /** What failed, as in "The clients could not be loaded". */
  readonly title: string;
  readonly retry?: () => void;
}

/** The error message of the service, with a button to try again. */
export const ErrorState = ({ error, retry, title }: ErrorStateProps) => (
  <Notice kind="bad" title={title} isAlert>
    <p className="break">{error instanceof Error ? error.message : "An unexpected error occurred."}</p>
    {error instanceof AdminRequestFailed && error.requestId !== null && (
      <p className="small soft">
        Request ID in the service log: <code>{error.requestId}</code>
      </p>
    )}
    {retry !== undefined && (
      <div className="row">
        <Button icon="refresh" size="small" onPress={retry}>
          Try again
        </Button>
      </div>
    )}
  </Notice>
);
