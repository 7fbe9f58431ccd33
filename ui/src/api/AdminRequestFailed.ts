/** An error in the input: in a form field, or at a path in a file. */
export interface Fault {
  readonly field?: string;
  readonly message?: string;
  readonly file?: string;
  readonly path?: string;
  readonly reason?: string;
}

/** A failed request to the admin API, with a message for the user. */
export class AdminRequestFailed extends Error {
  /** The error code of the service; `OFFLINE` if the service could not be reached. */
  readonly code: string;
  readonly faults: ReadonlyArray<Fault>;
  /** Identifies the request in the service log. */
  readonly requestId: string | null;

  constructor(message: string, code: string, faults: ReadonlyArray<Fault> = [], requestId: string | null = null) {
    super(message);
    this.name = "AdminRequestFailed";
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
  }
}

/** Whether an error means that nobody is signed in. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AdminRequestFailed && (error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN");
