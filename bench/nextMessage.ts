import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Returns the next message of a process. Fails if the process ends before; `name` is its name in the error. */
export const nextMessage = async (child: ChildProcess, name: string): Promise<unknown> => {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, "exit", { signal }).then(([code]) =>
    Promise.reject(new Error(`${name} ended with code ${code}`))
  );
  const [message] = await Promise.race([once(child, "message", { signal }), ended]);
  settled.abort();
  return message;
};
