import * as Option from "effect/Option";
import type { Binaries } from "./prepareBinaries.ts";
import { type Program, searchPath } from "./runProgram.ts";
import type { ServerUser } from "./ServerUser.ts";

export type ClusterAccess = Pick<Program, "folder" | "environment" | "user"> & { readonly dataFlag: string };

/**
 * How a program reaches the data in `cluster`. Root enters the folder and hands it over as the current one, so the server's
 * user needs no right on the folders above it (a clone in root's home): "/proc/self/cwd" skips them.
 */
export const clusterAccess = (cluster: string, binaries: Binaries, user: Option.Option<ServerUser>): ClusterAccess => ({
  folder: cluster,
  environment: { ...binaries.environment, LC_ALL: "C", TZ: "UTC", PATH: searchPath },
  user: Option.getOrElse(user, () => ({})),
  dataFlag: Option.isSome(user) ? "/proc/self/cwd" : cluster
});
