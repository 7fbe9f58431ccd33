import { readFileSync, writeFileSync } from "node:fs";
import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { adminSdl } from "../../../../src/adapters/graphql/admin/adminApi.ts";

const file = new URL("../../../../docs/admin.graphql", import.meta.url);

it("equals docs/admin.graphql, so that changes of the admin API are visible (UPDATE_SDL=1 rewrites the file)", () => {
  if (process.env.UPDATE_SDL === "1") writeFileSync(file, adminSdl);
  expect(adminSdl).toBe(readFileSync(file, "utf8"));
});

it("describes the purpose of every root field", () => {
  const schema = buildSchema(adminSdl);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {})
  );
  expect(fields.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});
