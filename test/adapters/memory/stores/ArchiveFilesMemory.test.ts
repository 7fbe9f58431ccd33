import * as Layer from "effect/Layer";
import { layer } from "../../../../src/adapters/memory/stores/ArchiveFilesMemory.ts";
import { archiveFilesContract } from "../../../contracts/archiveFilesContract.ts";

archiveFilesContract("memory", () => Layer.fresh(layer));
