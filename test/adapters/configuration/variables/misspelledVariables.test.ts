import { assert, describe, it } from "@effect/vitest";
import {
  misspelledSentence,
  misspelledVariables
} from "../../../../src/adapters/configuration/variables/misspelledVariables.ts";
import { variableNames } from "../../../../src/adapters/configuration/variables/variableNames.ts";

const meantBy = (name: string) => misspelledVariables({ [name]: "secret" }).map(({ meant }) => meant);

describe("a variable that is not read", () => {
  it("is recognized by one letter, case or underscores", () => {
    const slips: Readonly<Record<string, string>> = {
      BACKFIL: "BACKFILL",
      BACKFILLL: "BACKFILL",
      BACKFLIL: "BACKFILL",
      backfill: "BACKFILL",
      DATADIR: "DATA_DIR",
      "ADMIN-DIDS": "ADMIN_DIDS",
      ADMIN_DID: "ADMIN_DIDS",
      EXTERNALBASEURL: "EXTERNAL_BASE_URL",
      EXTERNAL_BASE_URI: "EXTERNAL_BASE_URL",
      SECRET_KEYBASE: "SECRET_KEY_BASE",
      REQUIRE_DPOP_NONCES: "REQUIRE_DPOP_NONCE",
      PROT: "PORT",
      port: "PORT"
    };
    for (const [slip, meant] of Object.entries(slips)) assert.deepStrictEqual(meantBy(slip), [meant], slip);
  });

  it("is recognized with each letter lost or doubled", () => {
    for (const name of variableNames.filter(({ length }) => length > 4)) {
      for (let at = 0; at < name.length; at += 1) {
        const lost = name.slice(0, at) + name.slice(at + 1);
        const doubled = name.slice(0, at) + name[at] + name.slice(at);
        for (const slip of [lost, doubled]) assert.deepStrictEqual(meantBy(slip), [name], slip);
      }
    }
  });

  it("is ignored if other programs set it", () => {
    const others =
      "PATH HOME HOSTNAME HOSTS HOSTTYPE PORTS PORT1 POST SORT PWD TMPDIR LANG LC_ALL NODE_OPTIONS NODE_VERSION PGHOST PGPORT POSTGRES_PASSWORD LOGNAME TERM X".split(
        " "
      );
    for (const name of [...others, ...variableNames, "Z".repeat(100_000)]) assert.deepStrictEqual(meantBy(name), []);
  });

  it("is reported by its name, without its value", () => {
    const [found] = misspelledVariables({ BACKFIL: "secret" });
    assert.strictEqual(found && misspelledSentence(found), "BACKFIL is set but not used; did you mean BACKFILL?");
  });
});
