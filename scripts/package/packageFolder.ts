import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stagePackage } from "./stagePackage.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Calls a function with a temporary folder that contains the package of the service; returns the exit code of both. */
export const packageFolder = async (use: (folder: string) => number): Promise<number> => {
  if (!existsSync(join(root, "sdk/dist/testing.kit.js"))) {
    console.error("sdk/dist/testing.kit.js is missing, which is part of the package: run npm run sdk:kit");
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), "tidemark-package-"));
  try {
    await stagePackage(root, folder);
    return use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
