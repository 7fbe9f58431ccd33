import { setTimeout } from "node:timers/promises";
import type { Account } from "../../pds/NetworkInfo.ts";
import type { Dice } from "../faults/Dice.ts";
import { type WriteAtPds, writeAtPds } from "../RepositoryAtPds.ts";

/** The collection of records that are written past the service. */
export const directCollection = "dev.tidemark.free";

const writeOf = (action: "create" | "update", number: number, text: string): WriteAtPds => ({
  action,
  collection: directCollection,
  rkey: `record-${number}`,
  value: { $type: directCollection, text }
});

/** An account that writes to its PDS past the service, which learns of it by live sync. */
export class DirectWriter {
  readonly account: Account;
  readonly #dice: Dice;
  #written = 0;

  constructor(account: Account, dice: Dice) {
    this.account = account;
    this.#dice = dice;
  }

  async actUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      // While the PDS is away, nothing is written.
      await this.#act().catch(() => undefined);
      await setTimeout(100 + this.#dice.below(400));
    }
  }

  #act(): Promise<void> {
    const chance = this.#dice.roll();
    const old = this.#dice.below(this.#written);
    if (this.#written > 0 && chance < 0.2)
      return writeAtPds(this.account, [writeOf("update", old, `new ${this.#dice.below(1_000_000)}`)]);
    if (this.#written > 0 && chance < 0.3)
      return writeAtPds(this.account, [{ action: "delete", collection: directCollection, rkey: `record-${old}` }]);
    this.#written += 1;
    return writeAtPds(this.account, [writeOf("create", this.#written - 1, `first ${this.#written}`)]);
  }
}
