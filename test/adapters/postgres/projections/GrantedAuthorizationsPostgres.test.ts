import * as Layer from "effect/Layer";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { layer } from "../../../../src/adapters/postgres/projections/GrantedAuthorizationsPostgres.ts";
import { grantedAuthorizationsContract } from "../../../contracts/grantedAuthorizationsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

grantedAuthorizationsContract("postgres", Layer.merge(layer, eventLog).pipe(Layer.provide(migratedDatabase)));
