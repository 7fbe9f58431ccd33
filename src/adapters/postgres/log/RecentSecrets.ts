import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { LRUCache } from "lru-cache";
import { vaultRow } from "../../../application/vault/vaultSecrets.ts";
import type { Sealed } from "../../../domain/crypto/SecretCipher.ts";
import type { VaultChange } from "../../../domain/event/UnitOfWork.ts";

/** In bytes; a secret of a login has about one kilobyte. */
const capacity = 4_000_000;

/**
 * The rows that are stored once and never replaced. They are removed when their login ends, and whoever reads them has
 * claimed a step of the login, or claims it with the version of its stream.
 */
const constantRows = [vaultRow.pushedRequest(""), vaultRow.appState(""), vaultRow.login("")] as const;

const isConstant = (row: string): boolean => constantRows.some((prefix) => row.startsWith(prefix));

interface Kept {
  readonly sealed: Sealed;
  readonly expiresAt: number | null;
}

/** Caches the sealed secrets of logins that this process started last, for the next request of the same login. */
export class RecentSecrets extends Context.Tag("adapters/postgres/RecentSecrets")<RecentSecrets, KeptSecrets>() {}

class KeptSecrets {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: capacity,
    sizeCalculation: ({ sealed }, row) => row.length + sealed.bytes.length
  });

  /** Returns the secret of a row that has not expired. */
  find(row: string, now: number): Option.Option<Sealed> {
    if (!isConstant(row)) return Option.none();
    const found = this.#kept.get(row);
    const isValid = found !== undefined && (found.expiresAt === null || found.expiresAt > now);
    return isValid ? Option.some(found.sealed) : Option.none();
  }

  /** Adds changes that were committed. */
  add(changes: ReadonlyArray<VaultChange>): void {
    for (const change of changes) {
      if (change._tag === "Remove") this.#kept.delete(change.row);
      else if (isConstant(change.row)) this.#kept.set(change.row, change);
    }
  }

  /** Forgets a row that was stored or removed outside units of work. */
  forget(row: string): void {
    this.#kept.delete(row);
  }
}

/** No secrets yet. */
export const layer: Layer.Layer<RecentSecrets> = Layer.effect(
  RecentSecrets,
  Effect.sync(() => new KeptSecrets())
);
