import { readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { findBinaries } from "../../../../src/adapters/postgres/embedded/findBinaries.ts";
import { linkLibraries } from "../../../../src/adapters/postgres/embedded/linkLibraries.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

it.scopedLive("creates every link once, however many processes do so at once, and replaces a dangling one", () =>
  Effect.gen(function* () {
    const { native } = yield* findBinaries;
    const folder = yield* temporaryFolder;
    yield* Effect.promise(() => symlink("nowhere", join(folder, "libpq.so.5")));
    yield* Effect.all(
      Array.from({ length: 8 }, () => linkLibraries(native, folder)),
      { concurrency: "unbounded" }
    );
    const links = yield* Effect.promise(() => readdir(folder));
    expect(links).toContain("libicuuc.so.60");
    const sizes = yield* Effect.forEach(links, (link) => Effect.promise(() => readFile(join(folder, link))));
    expect(sizes.every(({ length }) => length > 10_000)).toBe(true);
  })
);

it.scopedLive("replaces a link with an absolute path, which leads out of a copy of the package", () =>
  Effect.gen(function* () {
    const { native } = yield* findBinaries;
    const folder = yield* temporaryFolder;
    const link = join(folder, "libpq.so.5");
    yield* Effect.promise(() => symlink(join(native, "bin", "postgres"), link));
    yield* linkLibraries(native, folder);
    const target = yield* Effect.promise(() => readlink(link));
    expect(target).toMatch(/^[^/].*libpq\.so\.5\.\d+$/);
  })
);
