import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { opened, runHere } from "./runHere.ts";
import { tidemark } from "./tidemark.ts";

const app = ["--name", "App", "--type", "public", "--redirect-uri", "https://app.example/cb"];
const someId = "client_aaaaaaaaaaaaaaaaaaaaaa";

/** A database that cannot be reached. */
const nowhere = { DATABASE_URL: "postgres://tidemark:s3cret@127.0.0.1:1/tidemark" };

const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, said: ReadonlyArray<string>]> = [
  [["nonsense"], ['unknown command "nonsense"', "see tidemark --help"]],
  [
    ["clients", "nonsense"],
    ['unknown command "nonsense"', "see tidemark clients --help"]
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
  [["clients", "update", someId], ["nothing to change: add --name, --redirect-uri, --scope or --may-administer"]],
  [["clients", "update", "--name", "App"], ["<client-id>"]],
  [["clients", "update", "client_short", "--name", "App"], ['<client-id>: "client_short" is not a client id']],
  [["clients", "rotate-secret"], ["<client-id>"]],
  [["clients", "lifetimes"], ["<client-id>"]],
  [
    ["clients", "lifetimes", someId, "--access-token", "soon"],
    ['--access-token: "soon" is not a duration such as 90s, 15m, 24h or 7d']
  ],
  [
    ["clients", "delete", someId],
    ["--yes is missing", "add --yes to confirm"]
  ],
  [["clients", "delete", someId, someId, "--yes"], [someId]],
  [["lexicons", "import"], ["<path>"]],
  [
    ["clients", "register", "--name", "", "--type=", "--redirect-uri", "https://app.example/cb"],
    ["--name needs a value", "--type needs a value"]
  ],
  [["clients", "update", someId, "--name", "--json"], ["--name needs a value"]],
  [["clients", "list", "--json=true"], ["--json takes no value"]],
  [["clients", "list", "--log-level", "loud"], ['--log-level: "loud" is not one of']],
  [["clients", "list", "--log-level", "wraning"], ["did you mean warning?"]],
  [["clients", "register", "--type", "pubilc"], ["did you mean public?"]],
  [["lexicons", "import", ""], ["an argument is empty"]],
  [["clients", "lists"], ["did you mean tidemark clients list?"]],
  [["register"], ["did you mean tidemark clients register?"]],
  [["clients", "register", "--redirect-url", "https://app.example/cb"], ["did you mean --redirect-uri?"]],
  [["--json"], ["--json needs a command before it"]],
  [["clients", "\u001b[31mlist"], ['unknown command "\\u001b[31mlist"']],
  [["clients", "__proto__"], ['unknown command "__proto__"']],
  [["completions", "tcsh"], ['"tcsh" is not one of bash, zsh, fish']],
  [["clients", "register", "--wizard"], ["unknown option --wizard"]],
  [["clients", "register", ...app, "--name", "Other"], ["--name may be given only once"]],
  [["clients", "list", "--", "-x"], ['unexpected argument "-x"']],
  [
    ["keys", "generate", "--secret", "--form", "pem"],
    ["--audit, --secret, --webhook and --form exclude each other: use only one of them"]
  ],
  [
    ["clients", "keys", someId],
    ["the keys are missing: add --jwks or --jwks-uri", "see tidemark clients keys --help"]
  ],
  [["clients", "keys", someId, "--jwks", "{"], ["--jwks must be JSON."]],
  [["audit", "list", "--limit", "0"], ['--limit: "0" is not a whole number from 1 to 10000']]
];

it.effect.each(wrong)("wrong usage ends with 2 and a line per fault: %j", ([args, said]) =>
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

it.effect("the value of an unknown option is no second fault", () =>
  Effect.gen(function* () {
    const { stderr } = yield* runHere("audit", "verify", "log.ndjson", "--witness", "key");
    expect(stderr).toContain("unknown option --witness");
    expect(stderr).not.toContain("unexpected argument");
  })
);

it.effect("wrong usage with --json is JSON on standard error", () =>
  Effect.gen(function* () {
    const { code, stdout, stderr } = yield* runHere("clients", "register", "--json", ...app.slice(2));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: "usage",
      message: expect.stringContaining("--name"),
      documentation: "https://tidemark.test/docs/reference/errors#command-usage"
    });
  })
);

it.effect("a failure names the page about its code", () =>
  Effect.gen(function* () {
    const documentation = "https://tidemark.test/docs/reference/errors#command-unavailable";
    const { stderr } = yield* runHere("clients", "list");
    expect(stderr).toBe(`tidemark: ${opened}\ntidemark: More: ${documentation}\n`);
    const asJson = yield* runHere("clients", "list", "--json");
    expect(JSON.parse(asJson.stderr)).toEqual({ error: "unavailable", message: opened, documentation });
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
      "Exit codes:\n  0    Done.\n  1    Failed, or refused.\n  2    Wrong usage.\n  3    The database, or"
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
] as const)("help starts no database and shows usage and examples: %j", ([args, said]) =>
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
      /^tidemark: DATABASE_URL postgres:\/\/tidemark@127\.0\.0\.1:1\/tidemark cannot be used: nothing listens there; .*\n$/
    );
    const program = yield* tidemark(nowhere, "clients", "list", "--json");
    expect(JSON.parse(program.stderr)).toMatchObject({
      error: "unavailable",
      message: expect.stringContaining("DATABASE_URL")
    });
    expect(human.stderr + program.stderr).not.toContain("s3cret");
  })
);

it.effect("an invalid variable ends with 1 and a line with its name and an example, without its value", () =>
  Effect.gen(function* () {
    const { code, stderr } = yield* tidemark({ DATABASE_URL: "mysql://u:s3cret@h/d" }, "clients", "list");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tidemark: DATABASE_URL must be .*; example: DATABASE_URL=postgres:.*\n$/);
    expect(stderr).not.toContain("s3cret");
  })
);

it.effect("the process ends with the same codes", () =>
  Effect.gen(function* () {
    expect(yield* tidemark(nowhere, "clients", "nonsense")).toMatchObject({ code: 2, stdout: "" });
    expect(yield* tidemark(nowhere, "clients", "list", "--help")).toMatchObject({ code: 0, stderr: "" });
  })
);

it.effect("accepts --name value, --name=value, repeated flags, and options before the command", () =>
  Effect.gen(function* () {
    const typed = ["--name=A=B", "--type=public", "--redirect-uri=https://a.example/cb?x=1", "--json", "--json"];
    const { code, stderr } = yield* runHere("clients", "register", ...typed);
    expect({ code, stderr: JSON.parse(stderr) }).toMatchObject({
      code: 3,
      stderr: { error: "unavailable", message: opened }
    });
    expect((yield* runHere("--json", "clients", "list")).stderr).toContain('"unavailable"');
    expect((yield* runHere("clients", "register", "--name", "--help")).stdout).toContain("Usage:");
  })
);
