import { setTimeout } from "node:timers/promises";
import { tid } from "../../../src/domain/atproto/tid.ts";
import type { Account } from "../../pds/NetworkInfo.ts";
import type { Dice } from "../faults/Dice.ts";
import { setActive, type WriteAtPds, writeAtPds } from "../RepositoryAtPds.ts";
import { callAsAccount } from "./callPds.ts";
import { emojis, others, profiles, statuses, tooLong } from "./collections.ts";

type Action = "create" | "update" | "delete" | "profile" | "other" | "handle" | "away";

/** How often each action is drawn, out of 100. */
const shares: ReadonlyArray<readonly [Action, number]> = [
  ["create", 45],
  ["update", 18],
  ["delete", 20],
  ["profile", 7],
  ["other", 4],
  ["handle", 3],
  ["away", 3]
];

/** An account of the PDS that writes, changes its handle, goes and comes back, as its dice say. */
export class BusyAccount {
  readonly account: Account;
  readonly #dice: Dice;
  readonly #name: string;
  readonly #keys: Array<string> = [];
  #next = 0;
  #handles = 0;
  #hasProfile = false;
  /** How many actions it took. */
  actions = 0;
  isAway = false;

  constructor(name: string, account: Account, dice: Dice) {
    this.#name = name;
    this.account = account;
    this.#dice = dice;
  }

  /** Writes the record that makes it a known actor. It is never changed. */
  async introduce(): Promise<void> {
    const value = this.#status("🌊");
    await writeAtPds(this.account, [{ action: "create", collection: statuses, rkey: this.#newKey(), value }]);
  }

  /** Acts at random moments until it is told to stop. An account that is away comes back with its next action. */
  async actUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.act();
      await setTimeout(10 + this.#dice.below(120));
    }
  }

  async act(): Promise<void> {
    this.actions += 1;
    if (this.isAway) return this.comeBack();
    const action = this.#draw();
    if (action === "handle") return this.#changeHandle();
    if (action === "away") return this.leave();
    const writes = this.#writes(action);
    if (writes.length > 0) await writeAtPds(this.account, writes);
  }

  async leave(): Promise<void> {
    await setActive(this.account, false);
    this.isAway = true;
  }

  async comeBack(): Promise<void> {
    await setActive(this.account, true);
    this.isAway = false;
  }

  async #changeHandle(): Promise<void> {
    this.#handles += 1;
    const handle = `${this.#name}-${this.#handles}.test`;
    await callAsAccount(this.account, "com.atproto.identity.updateHandle", { handle });
  }

  #draw(): Action {
    let left = this.#dice.below(100);
    for (const [action, share] of shares) {
      if (left < share) return action;
      left -= share;
    }
    return "create";
  }

  #writes(action: Action): ReadonlyArray<WriteAtPds> {
    if (action === "create")
      return Array.from({ length: 1 + this.#dice.below(5) }, () => {
        const rkey = this.#newKey();
        this.#keys.push(rkey);
        return { action: "create", collection: statuses, rkey, value: this.#anyStatus() };
      });
    if (action === "profile") return [this.#writeProfile()];
    if (action === "other") {
      const value = { $type: others, text: "x" };
      return [{ action: "create", collection: others, rkey: `k${this.actions}`, value }];
    }
    const at = this.#dice.below(this.#keys.length);
    const rkey = this.#keys[at];
    if (rkey === undefined) return [];
    if (action === "update") return [{ action, collection: statuses, rkey, value: this.#anyStatus() }];
    this.#keys.splice(at, 1);
    return [{ action: "delete", collection: statuses, rkey }];
  }

  #writeProfile(): WriteAtPds {
    const action = this.#hasProfile ? "update" : "create";
    this.#hasProfile = true;
    const value = { $type: profiles, displayName: `${this.#name} ${this.actions}` };
    return { action, collection: profiles, rkey: "self", value };
  }

  #anyStatus(): object {
    return this.#status(this.#dice.happens(0.05) ? tooLong : (this.#dice.of(emojis) ?? "🌊"));
  }

  #status(status: string): object {
    const createdAt = new Date(1_790_000_000_000 + this.actions).toISOString();
    return { $type: statuses, status, createdAt };
  }

  #newKey(): string {
    this.#next += 1;
    return tid(1_790_000_000_000_000n + BigInt(this.#next), 0);
  }
}
