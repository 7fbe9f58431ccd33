import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { opened, runHere } from "./runHere.ts";
import { tidemark } from "./tidemark.ts";

const app = ["--name", "App", "--type", "public", "--redirect-uri", "https://app.example/cb"];
const someId = "client_aaaaaaaaaaaaaaaaaaaaaa";

/** A database that is nowhere. */
const nowhere = { DATABASE_URL: "postgres://tidemark:s3cret@127.0.0.1:1/tidemark" };

const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, said: ReadonlyArray<string>]> = [
  [["nonsense"], ['there is no command "nonsense"', "see tidemark --help"]],
  [
    ["clients", "nonsense"],
    ['there is no command "nonsense"', "see tidemark clients --help"]
  ],
  [
    ["clients", "list", "--nonsense"],
    ["--nonsense", "see tidemark clients list --help"]
  ],
  [
    ["clients", "register"],
    ["--name", "--type", "--redirect-uri", "see tidemark clients register --help"]
  ],
  [["clients", "register", ...app, "--type"], ["--type"]],
  [
    ["clients", "register", "--name", "App", "--type", "secret", "--redirect-uri", "https://app.example/cb"],
    ['--type: "secret" is not one of public, confidential']
  ],
  [
    ["clients", "register", ...app, "--auth-method", "client_secret_jwt"],
    ['--auth-method: "client_secret_jwt" is not one of']
  ],
  [["clients", "update", someId], ["Nothing to change: give --name, --redirect-uri, --scope or --may-administer"]],
  [["clients", "update", "--name", "App"], ["<client-id>"]],
  [["clients", "update", "client_short", "--name", "App"], ['<client-id>: "client_short" is no client id']],
  [["clients", "rotate-secret"], ["<client-id>"]],
  [["clients", "lifetimes"], ["<client-id>"]],
  [["clients", "lifetimes", someId, "--access-token", "soon"], ['--access-token: "soon" is no number of seconds']],
  [["clients", "delete", someId], ["add --yes if you mean it"]],
  [["clients", "delete", someId, someId, "--yes"], [someId]],
  [["lexicons", "import"], ["<path>"]],
  [
    ["clients", "register", "--name", "", "--type=", "--redirect-uri", "https://app.example/cb"],
    ["--name is empty: give it a value", "--type is empty: give it a value"]
  ],
  [["clients", "update", someId, "--name", "--json"], ["--name needs a value"]],
  [["clients", "list", "--json=true"], ["--json takes no value"]],
  [["clients", "list", "--log-level", "loud"], ['--log-level: "loud" is not one of']],
  [["lexicons", "import", ""], ["there is an empty argument"]],
  [["clients", "lists"], ["did you mean tidemark clients list?"]],
  [["register"], ["did you mean tidemark clients register?"]],
  [["clients", "register", "--redirect-url", "https://app.example/cb"], ["did you mean --redirect-uri?"]],
  [["--json"], ["--json needs a command before it"]],
  [["clients", "\u001b[31mlist"], ['there is no command "\\u001b[31mlist"']],
  [["clients", "__proto__"], ['there is no command "__proto__"']],
  [["completions", "tcsh"], ['"tcsh" is not one of bash, zsh, fish']],
  [["clients", "register", "--wizard"], ["there is no option --wizard here"]]
];

it.effect.each(wrong)("wrong usage ends with 2 and a line for each fault: %j", ([args, said]) =>
  Effect.gen(function* () {
    const { code, stdout, stderr } = yield* runHere(...args);
    expect(stdout).toBe("");
    for (const part of said) expect(stderr).toContain(part);
    const lines = stderr.startsWith("{") ? [] : stderr.trimEnd().split("\n");
    for (const line of lines) expect(line).toMatch(/^tidemark: \S/);
    expect(stderr).not.toContain(opened);
    expect(code).toBe(2);
  })
);

it.effect("tells wrong usage to programs in JSON, on the side", () =>
  Effect.gen(function* () {
    const { code, stdout, stderr } = yield* runHere("clients", "register", "--json", ...app.slice(2));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({ error: "usage", message: expect.stringContaining("--name") });
  })
);

it.effect.each([
  [
    [],
    [
      "clients register",
      "lexicons import",
      "setup-token",
      "serve",
      "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 unavailable"
    ]
  ],
  [["--help"], ["clients register", "tidemark clients list"]],
  [["clients"], ["clients rotate-secret", "tidemark clients register --help"]],
  [
    ["clients", "register", "--help"],
    ["--redirect-uri", "--auth-method", 'tidemark clients register --name "My App"']
  ],
  [["lexicons", "import", "--help"], ["tidemark lexicons import lexicons"]],
  [["serve", "--help"], ["tidemark serve"]],
  [["--version"], ["1.2.3"]]
] as const)("help starts no database, and shows how it is typed: %j", ([args, said]) =>
  Effect.gen(function* () {
    const { code, stdout, stderr } = yield* runHere(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const part of said) expect(stdout).toContain(part);
    expect(stdout).not.toContain("\u001b");
  })
);

it.effect("an unreachable database ends with 3 and one line that names it without its password", () =>
  Effect.gen(function* () {
    const human = yield* tidemark(nowhere, "clients", "list");
    expect(human.code).toBe(3);
    expect(human.stderr).toMatch(
      /^tidemark: DATABASE_URL postgres:\/\/tidemark@127\.0\.0\.1:1\/tidemark cannot be used: nothing listens there: .*\n$/
    );
    const program = yield* tidemark(nowhere, "clients", "list", "--json");
    expect(JSON.parse(program.stderr)).toEqual({
      error: "unavailable",
      message: expect.stringContaining("DATABASE_URL")
    });
    expect(human.stderr + program.stderr).not.toContain("s3cret");
  })
);

it.effect("a wrong variable ends with 1 and names it with an example, not its value", () =>
  Effect.gen(function* () {
    const { code, stderr } = yield* tidemark({ DATABASE_URL: "mysql://u:s3cret@h/d" }, "clients", "list");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tidemark: DATABASE_URL must be .*; example: DATABASE_URL=postgres:.*\n$/);
    expect(stderr).not.toContain("s3cret");
  })
);

it.effect("a process of its own ends with the same codes", () =>
  Effect.gen(function* () {
    expect(yield* tidemark(nowhere, "clients", "nonsense")).toMatchObject({ code: 2, stdout: "" });
    expect(yield* tidemark(nowhere, "clients", "list", "--help")).toMatchObject({ code: 0, stderr: "" });
  })
);

it.effect("reads options in each way that they are typed", () =>
  Effect.gen(function* () {
    const typed = ["--name=A=B", "--type=public", "--redirect-uri=https://a.example/cb?x=1", "--json", "--json"];
    const { code, stderr } = yield* runHere("clients", "register", ...typed);
    expect({ code, stderr: JSON.parse(stderr) }).toEqual({
      code: 3,
      stderr: { error: "unavailable", message: opened }
    });
    expect((yield* runHere("--json", "clients", "list")).stderr).toContain('"unavailable"');
    expect((yield* runHere("clients", "register", "--name", "--help")).stdout).toContain("Usage:");
  })
);
