import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../src/adapters/postgres/EventLogPostgres.ts";
import { layer } from "../../../src/adapters/postgres/GrantedAuthorizationsPostgres.ts";
import { grantedAuthorizationsContract } from "../../contracts/grantedAuthorizationsContract.ts";
import { migratedDatabase } from "./migratedDatabase.ts";

grantedAuthorizationsContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
