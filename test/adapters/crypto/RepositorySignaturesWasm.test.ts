import * as RepositorySignaturesWasm from "../../../src/adapters/crypto/RepositorySignaturesWasm.ts";
import { repositorySignaturesContract } from "../../contracts/repositorySignaturesContract.ts";

repositorySignaturesContract(RepositorySignaturesWasm.layer);
