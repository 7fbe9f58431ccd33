import type { ProjectCopy } from "./ProjectCopy.ts";

/** A file that a check refuses: the code or the rule, or the message if it names the remedy. */
export interface Refusal {
  readonly file: string;
  readonly reason: string;
}

/** One of the three checks, run on the copy. */
export type Check = (copy: ProjectCopy) => Promise<ReadonlyArray<Refusal>>;

const read = (pattern: RegExp, { code, output }: { code: number | null; output: string }): ReadonlyArray<Refusal> => {
  const refusals = Array.from(output.matchAll(pattern), ({ groups }) => ({
    file: groups?.file ?? "",
    reason: groups?.reason ?? ""
  }));
  // A check that failed without naming a file did not run.
  if ((code === 0) !== (refusals.length === 0)) throw new Error(`Exit code ${code}, and it printed: ${output}`);
  return refusals;
};

/** Project references: a layer cannot see the files and types of the layers above it. */
export const byTypeScript: Check = async (copy) =>
  read(
    /^(?<file>[^\s(]+)\(\d+,\d+\): error (?<reason>TS\d+):/gm,
    await copy.run("tsc", "-b", "src", "sdk", "ui", "--pretty", "false")
  );

export const byDependencyCruiser: Check = async (copy) => {
  // node_modules of the copy is a link that must not be followed, because the rules match paths.
  const args = ["--config", ".dependency-cruiser.cjs", "--preserve-symlinks", "src", "sdk", "ui/src"];
  return read(/error (?<reason>[\w-]+): (?<file>\S+)/g, await copy.run("depcruise", ...args));
};

export const byBiome: Check = async (copy) => {
  const args = [
    "lint",
    "src",
    "sdk",
    "ui",
    "--reporter=concise",
    "--colors=off",
    "--diagnostic-level=error",
    "--max-diagnostics=none"
  ];
  return read(/^\S+ (?<file>[^\s:]+):\d+:\d+: \S+ (?<reason>.+)$/gm, await copy.run("biome", ...args));
};
