import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { tidemark } from "./tidemark.ts";

it.scopedLive("says once that it made a new database, for those who meant another one, and to no program", () =>
  Effect.gen(function* () {
    const DATA_DIR = yield* temporaryFolder;
    const first = yield* tidemark({ DATA_DIR }, "setup-token");
    expect(first.code).toBe(0);
    expect(first.stderr).toBe(
      `There was no database in ${DATA_DIR}, so this is a new one. Another instance is named by DATA_DIR or DATABASE_URL.\n`
    );
    expect(first.stdout).toMatch(/^setup_/);
    expect(yield* tidemark({ DATA_DIR }, "clients", "list")).toMatchObject({ code: 0, stderr: "" });
    const other = yield* temporaryFolder;
    expect(yield* tidemark({ DATA_DIR: other }, "clients", "list", "--json")).toMatchObject({ code: 0, stderr: "" });
  })
);
