import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@effect/vitest";

const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a script of bash, in which `tidemark` is a function, in another folder than that of the project. */
const bash = (source: string, cwd = tmpdir()): Promise<Ran> => {
  const tidemark = `tidemark() { "${process.execPath}" "${script}" "$@"; }`;
  const { HOME = "/", PATH = "" } = process.env;
  return new Promise((done) => {
    execFile(
      "bash",
      ["-c", `set -o pipefail; ${tidemark}\n${source}`],
      { cwd, env: { HOME, PATH } },
      (error, out, err) => done({ code: typeof error?.code === "number" ? error.code : 0, stdout: out, stderr: err })
    );
  });
};

/** What bash would offer after these words, the last of which is not finished. */
const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const typed = words.map((word) => `'${word}'`).join(" ");
  const { stderr, stdout } = await bash(`
    source <(tidemark completions bash)
    COMP_WORDS=(tidemark ${typed}); COMP_CWORD=${words.length}; _tidemark
    printf '%s\\n' "\${COMPREPLY[@]}"`);
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
};

describe("in a shell", () => {
  it("completes commands, options, and the values that an option may have", async () => {
    expect(await offered("cl")).toEqual(["clients"]);
    expect(await offered("clients", "re")).toEqual(["register"]);
    expect(await offered("clients", "register", "--re")).toEqual(["--redirect-uri"]);
    expect(await offered("clients", "register", "--type", "")).toEqual(["public", "confidential"]);
    expect(await offered("clients", "register", "--name", "An App", "--js")).toEqual(["--json"]);
  });

  it("is quiet when nobody reads on", async () => {
    expect(await bash("tidemark --help | head -1")).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^tidemark \d.*\n$/),
      stderr: ""
    });
    expect(await bash("tidemark completions fish | head -1")).toMatchObject({ code: 0, stderr: "" });
    expect(await bash("tidemark clients register --help | true")).toMatchObject({ code: 0, stderr: "" });
  });

  it("colours nothing but a terminal, and needs no standard input", async () => {
    const { stdout } = await bash("tidemark clients register --help <&-");
    expect(stdout).toContain("--redirect-uri");
    expect(stdout).not.toContain("\u001b");
  });
});
