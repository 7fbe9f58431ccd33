import * as Layer from "effect/Layer";
import * as CosignaturesPostgres from "../../../../src/adapters/postgres/transparency/CosignaturesPostgres.ts";
import * as PublicationReportsPostgres from "../../../../src/adapters/postgres/transparency/PublicationReportsPostgres.ts";
import * as SealedTreePostgres from "../../../../src/adapters/postgres/transparency/SealedTreePostgres.ts";
import { cosignaturesContract } from "../../../contracts/cosignaturesContract.ts";
import { publicationReportsContract } from "../../../contracts/publicationReportsContract.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

cosignaturesContract(
  "postgres",
  Layer.provide(Layer.merge(CosignaturesPostgres.layer, SealedTreePostgres.layer), migratedDatabase)
);
publicationReportsContract("postgres", Layer.provide(PublicationReportsPostgres.layer, migratedDatabase));
