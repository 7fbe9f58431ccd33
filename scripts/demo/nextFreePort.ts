import { isFree } from "../../test/pds/freePort.ts";

/** The first free loopback port from `preferred` on. */
export const nextFreePort = async (preferred: number): Promise<number> => {
  for (let port = preferred; port < preferred + 100; port += 1) if (await isFree(port)) return port;
  throw new Error(`every port from ${preferred} to ${preferred + 99} is taken`);
};
