import * as Effect from "effect/Effect";
import { expect, it } from "vitest";
import { scriptedServer } from "../../support/scriptedServer.ts";
import { check, NotApplicable } from "./Check.ts";
import { runCheck } from "./runChecks.ts";
import { SeenSecrets } from "./SeenSecrets.ts";
import { Target, type TargetOptions } from "./Target.ts";

const secret = "a-cookie-that-was-set-by-the-target";

const optionsFor = (issuer: string): TargetOptions => {
  const secrets = new SeenSecrets();
  secrets.add("a cookie", secret);
  return {
    issuer,
    nodes: [issuer],
    resource: null,
    clients: {},
    loginHint: null,
    approve: null,
    refuse: null,
    approveAsAnother: null,
    inBrowser: null,
    clientHost: null,
    secrets,
    operator: null,
    variants: {},
    elapse: null,
    clockAhead: () => 0
  };
};

const withTarget = (use: (target: Target) => Promise<void>): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(
        scriptedServer((_, response) => response.writeHead(200).end("{}")),
        ({ url }) => Effect.promise(async () => use(await Target.connect(optionsFor(url))))
      )
    )
  );

it("tells of a failure without the secrets that the suite saw", () =>
  withTarget(async (target) => {
    const failing = check("XX-01", "fails", () => Promise.reject(new Error(`got x=${secret}; path=/`)));
    const outcome = await runCheck(failing, target);
    expect(outcome).toMatchObject({ pass: false, status: "failed" });
    expect(outcome.error).toBe("got x=<a cookie>; path=/");
  }));

it("tells apart what failed, what cannot be asked, and what holds", () =>
  withTarget(async (target) => {
    const lacking = check("XX-02", "needs", () => Promise.reject(new NotApplicable("needs something")));
    expect(await runCheck(lacking, target)).toMatchObject({ pass: false, status: "skipped", error: "needs something" });
    expect(
      await runCheck(
        check("XX-03", "holds", () => Promise.resolve()),
        target
      )
    ).toMatchObject({ pass: true, status: "passed" });
  }));
