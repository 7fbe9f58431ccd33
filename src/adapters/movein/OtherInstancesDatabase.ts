import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { OtherInstances } from "../../domain/movein/OtherInstances.ts";
import { openPostgres } from "./openPostgres.ts";
import { openSqlite } from "./openSqlite.ts";
import { readInstance } from "./readInstance.ts";

const isPostgres = (address: string): boolean => /^postgres(?:ql)?:\/\//i.test(address);

/** The other software takes the path of an SQLite file with either scheme or without one. */
const pathOf = (address: string): string => address.replace(/^(?:sqlite|file):(?:\/\/)?/i, "");

/** Other instances, by the SQLite file or the PostgreSQL database that they use. */
export const layer: Layer.Layer<OtherInstances> = Layer.succeed(OtherInstances, {
  read: (address) =>
    Effect.scoped(
      Effect.flatMap(isPostgres(address) ? openPostgres(address) : openSqlite(pathOf(address)), readInstance)
    )
});
