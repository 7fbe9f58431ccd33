import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";

/** What a running server records in postmaster.pid. */
export interface PostmasterFile {
  readonly pid: number;
  /** The folder of its socket. */
  readonly host: string;
  readonly ready: boolean;
}

/** Reads postmaster.pid of the cluster in `folder`; none if it does not exist, as after every clean stop. */
export const readPostmasterFile = (folder: string): Effect.Effect<Option.Option<PostmasterFile>> =>
  Effect.promise(() => readFile(join(folder, "postmaster.pid"), "utf8").catch(() => "")).pipe(
    Effect.map((text) => {
      const [pid, , , , host = "", , , status = ""] = text.split("\n").map((line) => line.trim());
      if (!Number(pid)) return Option.none();
      return Option.some({ pid: Number(pid), host: host === "." ? folder : host, ready: status === "ready" });
    })
  );
