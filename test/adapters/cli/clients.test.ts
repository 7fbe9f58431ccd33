import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { storage } from "../../../src/main/storage.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { tidemark } from "./tidemark.ts";

const Registered = Schema.parseJson(
  Schema.Struct({ clientId: Schema.String, clientSecret: Schema.NullOr(Schema.String) })
);
const registered = Schema.decodeSync(Registered);

const run = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) => tidemark({ DATABASE_URL: Redacted.value(url) }, ...args));

/** The standard output of a command that must do what it is asked for. */
const done = (...args: ReadonlyArray<string>) =>
  Effect.map(run(...args), ({ code, stdout, stderr }) => {
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout;
  });

const server = ["--name", "My Server", "--type", "confidential", "--redirect-uri", "https://app.example/cb"];

const clientsInJson = Effect.map(done("clients", "list", "--json"), (text) => JSON.parse(text));

it.layer(database, { timeout: "60 seconds" })("tidemark clients", (it) => {
  it.effect(
    "registers, lists, updates, rotates and deletes, in JSON",
    () =>
      Effect.gen(function* () {
        expect(yield* clientsInJson).toEqual({ clients: [] });

        const answer = yield* done("clients", "register", ...server, "--json");
        const { clientId, clientSecret } = registered(answer);
        const client = {
          clientId: expect.stringMatching(/^client_[\w-]{22}$/),
          name: "My Server",
          type: "confidential",
          redirectUris: ["https://app.example/cb"],
          scope: "atproto transition:generic",
          tokenEndpointAuthMethod: "client_secret_basic",
          origin: "operator",
          mayAdminister: false
        };
        expect(JSON.parse(answer)).toEqual({ ...client, clientSecret: expect.stringMatching(/^[\w-]{43}$/) });
        expect(yield* clientsInJson).toEqual({ clients: [{ ...client, lastUsedAt: null }] });

        const uris = ["https://a.example/cb", "com.example.app:/cb"];
        const change = ["--name", "Renamed", "--redirect-uri", uris[0] ?? "", "--redirect-uri", uris[1] ?? ""];
        const updated = { ...client, name: "Renamed", redirectUris: uris };
        expect(JSON.parse(yield* done("clients", "update", clientId, ...change, "--json"))).toEqual(updated);
        expect(yield* clientsInJson).toEqual({ clients: [{ ...updated, lastUsedAt: null }] });

        const administers = { ...updated, mayAdminister: true };
        const may = ["--may-administer", "yes", "--json"];
        expect(JSON.parse(yield* done("clients", "update", clientId, ...may))).toEqual(administers);
        expect(yield* clientsInJson).toEqual({ clients: [{ ...administers, lastUsedAt: null }] });
        expect(yield* done("clients", "list")).toContain("May administer");
        yield* done("clients", "update", clientId, "--may-administer", "no");
        const unused = { clientId, signIns: 0, activeSessions: 0, lastSignInAt: null, lastUsedAt: null, refusals: [] };
        expect(JSON.parse(yield* done("clients", "activity", clientId, "--json"))).toMatchObject(unused);
        expect(yield* done("clients", "activity", clientId)).toMatch(
          /Last used +never\n\nNo sign-ins\.\n\nNo refusals\./
        );
        expect(yield* clientsInJson).toEqual({ clients: [{ ...updated, lastUsedAt: null }] });

        const lifetimes = { clientId, accessToken: 300, refreshToken: null, authorization: 86400 };
        const chosen = ["--access-token", "5m", "--authorization", "86400"];
        expect(JSON.parse(yield* done("clients", "lifetimes", clientId, ...chosen, "--json"))).toEqual(lifetimes);
        const tooLong = yield* run("clients", "lifetimes", clientId, "--access-token", "7200");
        expect(tooLong.code).toBe(2);
        expect(tooLong.stderr).toContain(
          "--access-token: accessToken must be between 1 minute and 1 hour (60 to 3600 seconds)."
        );

        const rotated = registered(yield* done("clients", "rotate-secret", clientId, "--json"));
        expect(rotated).toEqual({ clientId, clientSecret: expect.stringMatching(/^[\w-]{43}$/) });
        expect(rotated.clientSecret).not.toBe(clientSecret);
        const shown = yield* done("clients", "show", clientId);
        expect(shown).toMatch(/Access token +5 minutes\n/);
        expect(shown).toMatch(/Refresh token +30 days \(default for all apps\)\n/);

        const deleted = yield* done("clients", "delete", clientId, "--yes", "--json");
        expect(JSON.parse(deleted)).toEqual({ clientId, deleted: true });
        expect(yield* clientsInJson).toEqual({ clients: [] });
      }),
    180_000
  );

  it.effect(
    "keeps the old secret as long as it is told, and revokes it",
    () =>
      Effect.gen(function* () {
        const { clientId } = registered(yield* done("clients", "register", ...server, "--json"));
        const secretsOf = Effect.map(
          done("clients", "show", clientId, "--json"),
          (text): ReadonlyArray<{ readonly validUntil: string | null }> => JSON.parse(text).secrets
        );
        const rotate = ["clients", "rotate-secret", clientId, "--keep-old"];
        for (const typed of ["soon", "90m", "31d", "-1h"]) {
          const refused = yield* run(...rotate, typed);
          expect(refused.code).toBe(2);
          expect(refused.stderr).toContain("--keep-old");
        }
        expect(yield* secretsOf).toMatchObject([{ validUntil: null }]);
        const rotated = JSON.parse(yield* done(...rotate, "24h", "--json"));
        expect(yield* secretsOf).toMatchObject([{ validUntil: null }, { validUntil: rotated.oldValidUntil }]);
        expect(yield* done("clients", "show", clientId)).toMatch(/Old secret +created .+, accepted until /);
        expect(yield* done(...rotate, "7d")).toContain("The old secret works for 7 days more.");
        expect(yield* secretsOf).toHaveLength(2);
        expect(yield* done("clients", "revoke-secret", clientId)).toContain("no longer works");
        expect(yield* secretsOf).toMatchObject([{ validUntil: null }]);
        const again = yield* run("clients", "revoke-secret", clientId, "--json");
        expect({ ...again, stderr: JSON.parse(again.stderr) }).toMatchObject({
          code: 1,
          stderr: { error: "client_has_no_old_secret" }
        });
        yield* done("clients", "delete", clientId, "--yes");
      }),
    120_000
  );

  it.effect(
    "prints the same as text, and the secret only once, with a warning",
    () =>
      Effect.gen(function* () {
        const shown = yield* done("clients", "register", ...server, "--auth-method", "client_secret_post");
        const clientId = /client_[\w-]{22}/.exec(shown)?.[0] ?? "";
        expect(shown).toMatch(/^Registered My Server\.\n\n {2}Client ID {6}client_/);
        expect(shown).toContain("Confidential (client_secret_post)");
        const secret = /Client Secret {2}([\w-]{43})\n/.exec(shown)?.[1] ?? "";
        expect(secret).toHaveLength(43);
        expect(shown).toContain(`tidemark clients rotate-secret ${clientId}`);

        const listed = yield* done("clients", "list");
        expect(listed).toMatch(/^My Server\n {2}Client ID/);
        expect(listed).toMatch(/Last used +never/);
        expect(listed).not.toContain(secret);
        expect(yield* done("clients", "delete", "--yes", clientId)).toBe(`Deleted ${clientId}.\n`);
        expect(yield* done("clients", "list")).toMatch(/^No clients yet\./);
      }),
    60_000
  );

  it.effect(
    "registers an app that authenticates by keys, and shows no secret",
    () =>
      Effect.gen(function* () {
        const jwks = JSON.stringify({
          keys: [
            {
              kty: "EC",
              crv: "P-256",
              x: "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
              y: "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA"
            }
          ]
        });
        const byKey = [...server, "--auth-method", "private_key_jwt"];
        const shown = yield* done("clients", "register", ...byKey, "--jwks", jwks);
        expect(shown).toContain("Confidential (private_key_jwt)");
        expect(shown).not.toContain("Client Secret");
        const without = yield* run("clients", "register", ...byKey);
        expect(without.code).toBe(2);
        expect(without.stderr).toMatch(/^tidemark: --jwks: /);
        const wrong = yield* run("clients", "register", ...byKey, "--jwks", "{}");
        expect(wrong.code).toBe(2);
        const clientId = /client_[\w-]{22}/.exec(shown)?.[0] ?? "";
        const before = JSON.parse(yield* done("clients", "show", clientId, "--json"));
        expect(before).toMatchObject({ clientId, jwks: JSON.parse(jwks), jwksUri: null, managesItself: false });
        const address = ["--jwks-uri", "https://app.example/keys.json"];
        const after = JSON.parse(yield* done("clients", "keys", clientId, ...address, "--json"));
        expect(after).toEqual({ ...before, jwks: null, jwksUri: "https://app.example/keys.json" });
        expect(yield* done("clients", "show", clientId)).toContain("https://app.example/keys.json");
        expect((yield* run("clients", "keys", clientId)).stderr).toContain(
          "the keys are missing: add --jwks or --jwks-uri"
        );
        expect((yield* run("clients", "keys", clientId, ...address, "--jwks", jwks)).code).toBe(2);
        yield* done("clients", "delete", "--yes", clientId);
      }),
    60_000
  );

  it.effect(
    "reports every invalid field of a client by its option, and registers nothing",
    () =>
      Effect.gen(function* () {
        const wrong = [
          ...["--name", " ", "--type", "public", "--scope", "nonsense", "--auth-method", "client_secret_post"],
          ...["--redirect-uri", "http://app.example/cb", "--redirect-uri", "https://app.example/cb#top"]
        ];
        const human = yield* run("clients", "register", ...wrong);
        expect(human.code).toBe(2);
        expect(human.stderr.trimEnd().split("\n")).toEqual([
          expect.stringMatching(/^tidemark: --name: is missing/),
          expect.stringMatching(/^tidemark: --redirect-uri: "http:\/\/app\.example\/cb" must use https/),
          expect.stringMatching(/^tidemark: --redirect-uri: "https:\/\/app\.example\/cb#top" must have no fragment/),
          expect.stringMatching(/^tidemark: --scope: "nonsense" is not a known scope/),
          expect.stringMatching(/^tidemark: --auth-method: must be none/)
        ]);
        const program = yield* run("clients", "register", ...wrong, "--json");
        expect({ ...program, stderr: JSON.parse(program.stderr) }).toMatchObject({
          code: 2,
          stdout: "",
          stderr: {
            error: "invalid_client",
            faults: expect.arrayContaining([{ field: "name", message: expect.any(String) }])
          }
        });
        expect(yield* clientsInJson).toEqual({ clients: [] });
      }),
    60_000
  );

  it.effect(
    "says what it does not find, and that a public client holds no secret",
    () =>
      Effect.gen(function* () {
        const missing = "client_aaaaaaaaaaaaaaaaaaaaaa";
        const notFound = { code: 1, stdout: "", stderr: expect.stringContaining(`There is no client ${missing}`) };
        expect(yield* run("clients", "update", missing, "--name", "x")).toEqual(notFound);
        expect(yield* run("clients", "rotate-secret", missing)).toEqual(notFound);
        expect(yield* run("clients", "delete", missing, "--yes")).toEqual(notFound);
        expect(yield* run("clients", "show", missing)).toEqual(notFound);
        expect(yield* run("clients", "keys", missing, "--jwks-uri", "https://a.example/k")).toEqual(notFound);

        const open = ["--name", "App", "--type", "public", "--redirect-uri", "https://app.example/cb", "--json"];
        const { clientId, clientSecret } = registered(yield* done("clients", "register", ...open));
        expect(clientSecret).toBeNull();
        const refused = yield* run("clients", "rotate-secret", clientId, "--json");
        expect(refused.code).toBe(1);
        expect(JSON.parse(refused.stderr)).toMatchObject({ error: "client_holds_no_secret" });
        const keyless = yield* run("clients", "keys", clientId, "--jwks-uri", "https://a.example/k", "--json");
        expect(keyless.code).toBe(1);
        expect(JSON.parse(keyless.stderr)).toMatchObject({ error: "client_holds_no_keys" });
      }),
    60_000
  );

  it.effect("signs what it does in the log as the operator, and leaves no secret there", () =>
    Effect.gen(function* () {
      const { clientId, clientSecret } = registered(yield* done("clients", "register", ...server, "--json"));
      const { url } = yield* TestDatabase;
      const events = yield* Effect.flatMap(EventLog, (log) => log.read(0, 1000)).pipe(
        Effect.provide(storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "command" }))
      );
      const last = events.at(-1);
      expect(last).toMatchObject({
        type: "ClientRegistered.v2",
        actor: { type: "operator", id: null },
        clientId,
        data: { origin: "operator" }
      });
      expect(JSON.stringify(events)).not.toContain(clientSecret);
    })
  );
});
