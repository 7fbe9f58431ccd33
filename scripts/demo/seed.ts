import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Account } from "../../test/pds/NetworkInfo.ts";
import { type DemoFailed, step } from "./DemoFailed.ts";
import { type Ask, logIn } from "./logIn.ts";

interface Example {
  readonly handle: string;
  readonly displayName: string;
  readonly description: string;
  readonly statuses: ReadonlyArray<{ readonly status: string; readonly minutesAgo: number }>;
}

const examples: ReadonlyArray<Example> = [
  {
    handle: "alice.test",
    displayName: "Alice",
    description: "Swims before breakfast.",
    statuses: [
      { status: "☕", minutesAgo: 26 * 60 },
      { status: "🌊", minutesAgo: 12 }
    ]
  },
  {
    handle: "bob.test",
    displayName: "Bob",
    description: "Builds things that float.",
    statuses: [
      { status: "😴", minutesAgo: 9 * 60 },
      { status: "🚀", minutesAgo: 47 }
    ]
  }
];

const created = `query Created($did: String!) {
  appNeutralActorProfile(first: 1, where: { did: { eq: $did } }) { totalCount }
  xyzStatusphereStatus(first: 1, where: { did: { eq: $did } }) { totalCount }
}`;

const createProfile = `mutation Profile($displayName: String!, $description: String!) {
  createAppNeutralActorProfile(input: { displayName: $displayName, description: $description }) { uri }
}`;

const createStatus = `mutation Status($status: String!, $createdAt: DateTime!) {
  createXyzStatusphereStatus(input: { status: $status, createdAt: $createdAt }) { uri }
}`;

const Count = Schema.Struct({ totalCount: Schema.Int });
const Created = Schema.Struct({
  data: Schema.Struct({ appNeutralActorProfile: Count, xyzStatusphereStatus: Count })
});
const decodeCreated = Schema.decodeUnknownSync(Created);

interface Missing {
  readonly profile: boolean;
  readonly statuses: boolean;
}

const missingOf = async (server: string, did: string): Promise<Missing> => {
  const response = await fetch(`${server}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: created, variables: { did } })
  });
  const { data } = decodeCreated(await response.json());
  return {
    profile: data.appNeutralActorProfile.totalCount === 0,
    statuses: data.xyzStatusphereStatus.totalCount === 0
  };
};

const write = async (ask: Ask, example: Example, missing: Missing): Promise<void> => {
  const { description, displayName, statuses } = example;
  if (missing.profile) await ask(createProfile, { displayName, description });
  if (!missing.statuses) return;
  for (const { status, minutesAgo } of statuses)
    await ask(createStatus, { status, createdAt: new Date(Date.now() - minutesAgo * 60_000).toISOString() });
};

interface App {
  readonly server: string;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** Creates a profile and statuses for accounts that have none, as an app does: logs in and writes through the service. */
export const seed = (app: App, accounts: ReadonlyArray<Account>): Effect.Effect<void, DemoFailed> =>
  Effect.forEach(
    examples,
    (example) =>
      step(`The records of ${example.handle} cannot be written`, async () => {
        const account = accounts.find(({ handle }) => handle === example.handle);
        if (account === undefined) return;
        const missing = await missingOf(app.server, account.did);
        if (missing.profile || missing.statuses) await write(await logIn(app, account), example, missing);
      }),
    { discard: true }
  );
