import * as Option from "effect/Option";
import type { Binaries } from "./prepareBinaries.ts";
import { type Program, searchPath } from "./runProgram.ts";
import type { ServerUser } from "./ServerUser.ts";

/** How to run a program on a cluster. */
type ClusterAccess = Pick<Program, "folder" | "environment" | "user"> & { readonly dataFlag: string };

/**
 * Returns how a program accesses the data in `cluster`. Root makes it the current folder and passes "/proc/self/cwd", so that
 * the server's user needs no access to the folders above it, such as root's home.
 */
export const clusterAccess = (cluster: string, binaries: Binaries, user: Option.Option<ServerUser>): ClusterAccess => ({
  folder: cluster,
  environment: { ...binaries.environment, LC_ALL: "C", TZ: "UTC", PATH: searchPath },
  user: Option.getOrElse(user, () => ({})),
  dataFlag: Option.isSome(user) ? "/proc/self/cwd" : cluster
});
