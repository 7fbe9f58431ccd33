import { Draw } from "../Draw.ts";
import { allCollections } from "../network/collections.ts";
import { type RecordKind, recordKinds } from "../network/simulatedRecord.ts";
import type { AccountNumber, Announcement, CommitFault, IntendedWrite, Intent, Noise, Plan } from "./Intent.ts";

/** The sources of live sync. */
export type SourceKind = "firehose" | "jetstream" | "tap";

const statuses = ["deactivated", "takendown", "suspended", "desynchronized", "throttled", "hibernating"] as const;
const faults = ["lost", "truncated", "signature", "block-bytes", "block-missing", "operations"] as const;
const noises = ["garbage", "truncated", "unknown-type", "information"] as const;

/** A Jetstream cannot represent a record with invalid UTF-8, so that it must not replace another. */
const freshSlot = 1_000;

class PlanDraw {
  private readonly draw: Draw;
  private readonly source: SourceKind;
  private readonly accounts: number;
  private fresh = freshSlot;

  constructor(draw: Draw, source: SourceKind, accounts: number) {
    this.draw = draw;
    this.source = source;
    this.accounts = accounts;
  }

  account(): AccountNumber {
    return this.draw.below(this.accounts);
  }

  private kind(): RecordKind {
    return this.draw.chance(0.7) ? "plain" : (recordKinds[this.draw.below(recordKinds.length)] ?? "plain");
  }

  private one(): IntendedWrite {
    const collection = this.draw.pick(allCollections);
    if (this.draw.chance(0.3)) return { collection, slot: this.draw.below(6), kind: null };
    const kind = this.kind();
    if (kind !== "bad-utf8") return { collection, slot: this.draw.below(6), kind };
    this.fresh += 1;
    return { collection, slot: this.fresh, kind };
  }

  private announcement(): Announcement {
    if (this.source !== "firehose") return "commit";
    return this.draw.weighted<Announcement>([
      [20, "commit"],
      [1, "too-big"],
      [1, "state"]
    ]);
  }

  private fault(): CommitFault | null {
    return this.source === "firehose" && this.draw.chance(0.12) ? this.draw.pick(faults) : null;
  }

  private write(): Intent {
    const writes = Array.from({ length: 1 + this.draw.below(4) }, () => this.one());
    return { do: "write", account: this.account(), writes, as: this.announcement(), fault: this.fault() };
  }

  private identity(): Intent {
    const account = this.account();
    return this.draw.weighted<Intent>([
      [3, { do: "rename", account }],
      [2, { do: "take-handle", account, from: this.account() }],
      [3, { do: "rotate-key", account, announced: this.draw.chance(0.7) }],
      [2, { do: "migrate", account }]
    ]);
  }

  private state(): Intent {
    const account = this.account();
    return this.draw.weighted<Intent>([
      [6, { do: "deactivate", account, status: this.draw.pick(statuses) }],
      [8, { do: "reactivate", account, announced: this.draw.chance(0.7) }],
      [3, { do: "delete", account }],
      [4, { do: "return", account, empty: this.draw.chance(0.5) }],
      [1, { do: "tombstone", account }]
    ]);
  }

  private service(): Intent {
    return this.draw.weighted<Intent>([
      [3, { do: "sign-in", account: this.account() }],
      [1, { do: "change-lexicons" }],
      [4, { do: "kill", turns: this.draw.below(30) }],
      [4, { do: "settle" }],
      [2, { do: "outage", account: this.account(), steps: 1 + this.draw.below(8) }]
    ]);
  }

  private noise(): Noise {
    return this.draw.pick(noises);
  }

  private onTheWay(): Intent {
    const account = this.account();
    const everywhere = [
      [4, { do: "hold", account }],
      [4, { do: "release", account }],
      [3, { do: "noise", noise: this.noise() }],
      [4, { do: "disconnect" }],
      [2, { do: "silence" }],
      [3, { do: "repeat", back: 1 + this.draw.below(12) }]
    ] as const;
    if (this.source === "tap") return this.draw.weighted<Intent>(everywhere);
    const sequenced = [
      ...everywhere,
      [2, { do: "rewind", by: 1 + this.draw.below(30) }],
      [2, { do: "forget", keep: this.draw.below(6), honest: this.draw.chance(0.5) }]
    ] as const;
    if (this.source === "jetstream") return this.draw.weighted<Intent>(sequenced);
    return this.draw.weighted<Intent>([
      ...sequenced,
      [1, { do: "swap" }],
      [2, { do: "restart", honest: this.draw.chance(0.5) }]
    ]);
  }

  intent(): Intent {
    return this.draw.weighted<() => Intent>([
      [50, () => this.write()],
      [8, () => this.identity()],
      [10, () => this.state()],
      [8, () => this.service()],
      [14, () => this.onTheWay()]
    ])();
  }
}

/** Draws the plan of a seed for a source. */
export const drawPlan = (seed: number, source: SourceKind, steps: number): Plan => {
  const draw = new Draw(seed);
  const accounts = 3 + draw.below(4);
  const plan = new PlanDraw(draw, source, accounts);
  const signedIn = Array.from({ length: accounts }, (_, number) => number).filter(() => draw.chance(0.4));
  return { seed, accounts, signedIn, intents: Array.from({ length: steps }, () => plan.intent()) };
};
