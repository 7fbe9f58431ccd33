import * as RepositorySignaturesMemory from "../../../src/adapters/memory/pds/RepositorySignaturesMemory.ts";
import { repositorySignaturesContract } from "../../contracts/repositorySignaturesContract.ts";

repositorySignaturesContract(RepositorySignaturesMemory.layer);
