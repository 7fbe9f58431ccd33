import { AdminRequestFailed } from "../api/AdminRequestFailed.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

interface ErrorStateProps {
  readonly error: unknown;
  /** What could not be shown, as in "The clients could not be loaded". */
  readonly title: string;
  readonly retry?: () => void;
}

/** What went wrong, in the words of the service, with the way out. */
export const ErrorState = ({ error, retry, title }: ErrorStateProps) => (
  <Notice kind="bad" title={title} isAlert>
    <p className="break">{error instanceof Error ? error.message : "Something went wrong here."}</p>
    {error instanceof AdminRequestFailed && error.requestId !== null && (
      <p className="small soft">
        Request <code>{error.requestId}</code>, as the log of the service knows it.
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
