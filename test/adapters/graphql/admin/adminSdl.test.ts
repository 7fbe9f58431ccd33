import { readFileSync, writeFileSync } from "node:fs";
import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { adminSdl } from "../../../../src/adapters/graphql/admin/adminApi.ts";

const file = new URL("../../../../docs/admin.graphql", import.meta.url);

it("is the one in docs/admin.graphql, so that a change of the admin API shows (UPDATE_SDL=1 writes it anew)", () => {
  if (process.env.UPDATE_SDL === "1") writeFileSync(file, adminSdl);
  expect(adminSdl).toBe(readFileSync(file, "utf8"));
});

it("says of every field at its root what it is for", () => {
  const schema = buildSchema(adminSdl);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {})
  );
  expect(fields.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});
