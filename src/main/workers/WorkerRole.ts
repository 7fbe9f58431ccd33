/** What a worker process does: the background jobs, or requests. Several handle requests, with numbers from 1. */
export type WorkerRole =
  | { readonly _tag: "BackgroundWorker" }
  | { readonly _tag: "RequestWorker"; readonly number: number };

/** Returns the name of a role, as the operator reads it in the log. */
export const roleName = (role: WorkerRole): string =>
  role._tag === "BackgroundWorker" ? "background" : `requests ${role.number}`;

/** Returns a role as arguments of the process, so that a list of processes shows which is which. */
export const roleArguments = (role: WorkerRole): ReadonlyArray<string> => roleName(role).split(" ");

/** Reads a role from the arguments of a process; null if they name none. */
export const readRole = ([name, number = ""]: ReadonlyArray<string>): WorkerRole | null => {
  if (name === "background") return { _tag: "BackgroundWorker" };
  return name === "requests" && /^[1-9]\d{0,2}$/.test(number)
    ? { _tag: "RequestWorker", number: Number(number) }
    : null;
};
