import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The folder of the verifiers' example. */
export const exampleFolder = `${root}tools/verify-log/example/`;

/** What a verifier printed first, and how it ended. */
export interface Verdict {
  readonly code: number | null;
  readonly line: string;
}

/** One of the two verifiers that share no code with the service. */
export interface Verifier {
  readonly name: string;
  readonly isMissing: boolean;
  readonly run: (...given: ReadonlyArray<string>) => Verdict;
  /** Prints the published vectors of a folder on which the verifier disagrees, and how many there are. */
  readonly vectors: (folder: string) => string;
}

const spawn = (command: string, given: ReadonlyArray<string>) =>
  spawnSync(command, given, { cwd: root, encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } });

const verifier = (name: string, command: string, tool: string, vectors: string): Verifier => ({
  name,
  isMissing: spawn(command, ["--version"]).status !== 0,
  run: (...given) => {
    const { status, stderr, stdout } = spawn(command, [`tools/verify-log/${tool}`, ...given]);
    return { code: status, line: (stdout || stderr).split("\n")[0] ?? "" };
  },
  vectors: (folder) => spawn(command, [`test/tools/verifyLog/${vectors}`, folder]).stdout
});

/** Both verifiers. A machine may lack Python. */
export const verifiers: ReadonlyArray<Verifier> = [
  verifier("verify-log.mjs", process.execPath, "verify-log.mjs", "vectors.mjs"),
  verifier("verify_log.py", "python3", "verify_log.py", "vectors.py")
];
