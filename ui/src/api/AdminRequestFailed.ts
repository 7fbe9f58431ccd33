/** One thing that is wrong with what was sent: at a field of a form, or at a path in a file. */
export interface Fault {
  readonly field?: string;
  readonly message?: string;
  readonly file?: string;
  readonly path?: string;
  readonly reason?: string;
}

/** A question that the service did not answer, in words for the person who asked. */
export class AdminRequestFailed extends Error {
  /** As the service names it; `OFFLINE` when it could not be reached. */
  readonly code: string;
  readonly faults: ReadonlyArray<Fault>;
  /** By which the operator finds it in the log. */
  readonly requestId: string | null;

  constructor(message: string, code: string, faults: ReadonlyArray<Fault> = [], requestId: string | null = null) {
    super(message);
    this.name = "AdminRequestFailed";
    this.code = code;
    this.faults = faults;
    this.requestId = requestId;
  }
}

/** Whether an error says that nobody is signed in any more. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof AdminRequestFailed && (error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN");
