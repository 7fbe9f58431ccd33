import { execFile, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "@effect/vitest";

const script = fileURLToPath(new URL("../../../bin/tidemark.js", import.meta.url));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a bash script in a folder outside of the project; `tidemark` is a function in it. */
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

/** The completions of bash for these words, the last of which is unfinished. */
const offered = async (...words: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const typed = words.map((word) => `'${word}'`).join(" ");
  const { stderr, stdout } = await bash(`
    source <(tidemark completions bash)
    COMP_WORDS=(tidemark ${typed}); COMP_CWORD=${words.length}; _tidemark
    printf '%s\\n' "\${COMPREPLY[@]}"`);
  expect(stderr).toBe("");
  return stdout.split("\n").filter(Boolean);
};

const lacks = (shell: string): boolean => spawnSync(shell, ["--version"]).error !== undefined;

describe("in a shell", () => {
  it("completes commands, options and the values of an option", async () => {
    expect(await offered("cl")).toEqual(["clients"]);
    expect(await offered("clients", "re")).toEqual(["register", "revoke-secret"]);
    expect(await offered("clients", "register", "--re")).toEqual(["--redirect-uri"]);
    expect(await offered("sync", "dead-letters", "")).toEqual(expect.arrayContaining(["list", "drop"]));
    expect(await offered("sync", "dead-letters", "list", "--reason", "inv")).toEqual(["invalid", "invalid-utf8"]);
    expect(await offered("clients", "register", "--type", "")).toEqual(["public", "confidential"]);
    expect(await offered("clients", "register", "--name", "An App", "--js")).toEqual(["--json"]);
  });

  it("prints no error if the reader closes the pipe", async () => {
    expect(await bash("tidemark --help | head -1")).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^tidemark \d.*\n$/),
      stderr: ""
    });
    expect(await bash("tidemark completions fish | head -1")).toMatchObject({ code: 0, stderr: "" });
    expect(await bash("tidemark clients register --help | true")).toMatchObject({ code: 0, stderr: "" });
  });

  it("uses colours only on a terminal, and needs no standard input", async () => {
    const { stdout } = await bash("tidemark clients register --help <&-");
    expect(stdout).toContain("--redirect-uri");
    expect(stdout).not.toContain("\u001b");
  });

  it.skipIf(lacks("fish"))("completes in fish", async () => {
    const { stderr, stdout } = await bash(`
      script=$(mktemp); trap 'rm -f "$script"' EXIT; tidemark completions fish > "$script"
      fish -n "$script" && fish -c "source $script; complete -C 'tidemark clients reg'; complete -C 'tidemark clients register --ty'"`);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^register\tRegisters an app.*\n--type\t/);
  });

  it.skipIf(lacks("zsh"))("is a function that zsh can read, and completes tidemark", async () => {
    const { stderr, stdout } = await bash(`
      folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; tidemark completions zsh > "$folder/_tidemark"
      zsh -n "$folder/_tidemark" && zsh -fc "fpath=($folder \\$fpath); autoload -Uz compinit; compinit -u -D; echo \\\${_comps[tidemark]}"`);
    expect(stderr).toBe("");
    expect(stdout).toBe("_tidemark\n");
  });
});
