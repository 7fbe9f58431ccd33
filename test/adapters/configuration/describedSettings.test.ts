import { readFileSync } from "node:fs";
import { assert, it } from "@effect/vitest";
import { describedSettings } from "../../../src/adapters/configuration/describedSettings.ts";

const folder = new URL("../../../src/adapters/configuration/", import.meta.url);

/** The names of variables in the sources that read them. */
const read = new Set(
  ["variables.ts", "rateLimits.ts", "QueryLimits.ts"].flatMap((file) =>
    [...readFileSync(new URL(file, folder), "utf8").matchAll(/"([A-Z]+(?:_[A-Z]+)*)"/g)].flatMap(
      ([, name = ""]) => name
    )
  )
);

it("describes every variable that is read, once, in a sentence", () => {
  const names = describedSettings.map(({ name }) => name);
  assert.deepStrictEqual([...names].sort(), [...read].sort());
  assert.isAbove(names.length, 30);
  for (const { description } of describedSettings) assert.match(description, /^[A-Za-z].*\.$/);
});

it("shows nothing of a secret", () => {
  const secrets = describedSettings.filter(({ secret }) => secret).map(({ name }) => name);
  assert.deepStrictEqual(secrets.sort(), [
    "CLIENT_REGISTRATION_TOKEN",
    "DATABASE_URL",
    "OAUTH_SIGNING_KEY",
    "SECRET_KEY_BASE"
  ]);
});
