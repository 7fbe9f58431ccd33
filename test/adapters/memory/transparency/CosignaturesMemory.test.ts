import { layer } from "../../../../src/adapters/memory/StorageMemory.ts";
import { cosignaturesContract } from "../../../contracts/cosignaturesContract.ts";
import { publicationReportsContract } from "../../../contracts/publicationReportsContract.ts";

cosignaturesContract("memory", layer);
publicationReportsContract("memory", layer);
