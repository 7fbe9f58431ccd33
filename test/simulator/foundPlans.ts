import type { SourceKind } from "./plan/drawPlan.ts";
import type { Plan } from "./plan/Intent.ts";

/** A plan that failed once, reduced to the steps that it needs, with what was wrong. */
export interface FoundPlan extends Plan {
  readonly name: string;
  readonly source: SourceKind;
}

/** The plans that failed. They are kept, because a seed leads to another plan when the drawing changes. */
export const foundPlans: ReadonlyArray<FoundPlan> = [
  {
    name: "a commit between two connections to a source that has sent no event yet",
    source: "firehose",
    seed: 15,
    accounts: 5,
    signedIn: [0],
    intents: []
  },
  {
    name: "a commit that was sent to a process which is killed before it stores its first cursor",
    source: "firehose",
    seed: 402,
    accounts: 5,
    signedIn: [],
    intents: [
      {
        do: "write",
        account: 3,
        writes: [{ collection: "net.waves.like", slot: 1, kind: "plain" }],
        as: "commit",
        fault: null
      },
      { do: "kill", turns: 5 }
    ]
  },
  {
    name: "a commit right after an event that hides its account, which is active again without an event",
    source: "jetstream",
    seed: 496,
    accounts: 3,
    signedIn: [],
    intents: [
      { do: "hold", account: 1 },
      { do: "sign-in", account: 1 },
      {
        do: "write",
        account: 1,
        writes: [{ collection: "app.bsky.sim.note", slot: 2, kind: "plain" }],
        as: "commit",
        fault: null
      },
      { do: "deactivate", account: 1, status: "throttled" },
      { do: "reactivate", account: 1, announced: false }
    ]
  },
  {
    name: "an account that signed in, at a Tap that delivers only what it is told to track",
    source: "tap",
    seed: 1,
    accounts: 1,
    signedIn: [0],
    intents: [
      {
        do: "write",
        account: 0,
        writes: [{ collection: "app.bsky.sim.note", slot: 0, kind: "plain" }],
        as: "commit",
        fault: null
      }
    ]
  },
  {
    name: "a record of a Jetstream that is not an object, in place of a valid one",
    source: "jetstream",
    seed: 45,
    accounts: 3,
    signedIn: [],
    intents: [
      {
        do: "write",
        account: 2,
        writes: [{ collection: "net.waves.like", slot: 5, kind: "plain" }],
        as: "commit",
        fault: null
      },
      {
        do: "write",
        account: 2,
        writes: [{ collection: "net.waves.like", slot: 5, kind: "not-a-map" }],
        as: "commit",
        fault: null
      }
    ]
  },
  {
    name: "an author whose first commit cannot be verified",
    source: "firehose",
    seed: 27,
    accounts: 4,
    signedIn: [],
    intents: [
      {
        do: "write",
        account: 2,
        writes: [{ collection: "net.waves.post", slot: 5, kind: "plain" }],
        as: "commit",
        fault: "signature"
      }
    ]
  },
  {
    name: "a change of a handle among the events that the source forgot",
    source: "firehose",
    seed: 27,
    accounts: 2,
    signedIn: [0],
    intents: [
      {
        do: "write",
        account: 0,
        writes: [{ collection: "net.waves.post", slot: 5, kind: "plain" }],
        as: "commit",
        fault: null
      },
      { do: "settle" },
      { do: "silence" },
      { do: "rename", account: 0 },
      { do: "forget", keep: 0, honest: true },
      { do: "settle" }
    ]
  },
  {
    name: "a commit of an author who becomes known while the repository is fetched",
    source: "firehose",
    seed: 251,
    accounts: 5,
    signedIn: [],
    intents: [
      { do: "hold", account: 0 },
      {
        do: "write",
        account: 1,
        writes: [{ collection: "net.waves.place", slot: 5, kind: "plain" }],
        as: "commit",
        fault: null
      },
      {
        do: "write",
        account: 0,
        writes: [{ collection: "net.waves.like", slot: 5, kind: "plain" }],
        as: "commit",
        fault: null
      },
      { do: "migrate", account: 0 },
      {
        do: "write",
        account: 1,
        writes: [{ collection: "net.waves.place", slot: 4, kind: null }],
        as: "commit",
        fault: null
      },
      { do: "release", account: 0 }
    ]
  },
  {
    name: "an account that disappears from the directory right after it signed in",
    source: "tap",
    seed: 75,
    accounts: 5,
    signedIn: [],
    intents: [
      { do: "sign-in", account: 3 },
      { do: "tombstone", account: 3 }
    ]
  }
];
