import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withPds } from "../../support/withPds.ts";
import { allChecks } from "./allChecks.ts";
import { exceptions } from "./exceptions.ts";
import { runCheck } from "./runChecks.ts";
import { type OwnTarget, startOwnTarget } from "./startOwnTarget.ts";
import { findLeaks, placesOf, secretsOf, sweepTarget } from "./sweep.ts";

await withPds("the security checks, over four processes", (network) => {
  let own: OwnTarget;

  beforeAll(async () => {
    own = await startOwnTarget(network, inject("postgresUrl"));
  }, 120_000);
  afterAll(() => own?.stop());

  const checks = allChecks.filter(({ id }) => id !== "CO-05");

  describe.concurrent("each of them", () => {
    for (const check of checks) {
      it(`${check.id} ${check.title}`, { timeout: 120_000 }, async (context) => {
        const { error, status } = await runCheck(check, own.target);
        const exception = exceptions[check.id];
        if (status === "skipped") context.skip(error ?? "");
        // Whoever mends what an exception is about takes it out of the list.
        if (exception !== undefined) context.expect(status, "this is no exception any more").toBe("failed");
        else context.expect(error).toBeNull();
      });
    }
  });

  it("CO-05 nothing that is kept, logged or told holds a secret that the suite saw", async () => {
    expect(own.secrets.all.size).toBeGreaterThan(500);
    await sweepTarget(own.target);
  }, 60_000);

  it("finds a secret that is planted in a table", async () => {
    const [secret = ""] = [...secretsOf(own.target)].find(([, kind]) => kind.startsWith("refresh_token")) ?? [];
    const client = new Client({ connectionString: own.databaseUrl });
    await client.connect();
    try {
      await client.query("create table public.planted (whole bytea)");
      await client.query("insert into public.planted values ($1)", [Buffer.from(`{"token":"${secret}"}`)]);
      const leaks = findLeaks(secretsOf(own.target), await placesOf(own.target));
      expect(leaks).toContainEqual(expect.objectContaining({ where: "the database", encoding: "hex" }));
    } finally {
      await client.query("drop table if exists public.planted");
      await client.end();
    }
  }, 60_000);
});
