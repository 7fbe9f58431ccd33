import { availableParallelism } from "node:os";
import * as Either from "effect/Either";
import { parseInteger } from "../parse/parseText.ts";
import { type Variable, variable, withDefault } from "./Variable.ts";

const mostWorkers = 64;

const parseWorkers = (text: string): Either.Either<number, string> =>
  text.toLowerCase() === "auto"
    ? Either.right(Math.min(availableParallelism(), mostWorkers))
    : Either.mapLeft(parseInteger(1, mostWorkers)(text), (problem) => `${problem}, or auto`);

/** How many processes handle requests; `auto` is one for each processor. */
export const workersVariable: Variable<number> = variable("WORKERS", "auto", withDefault(1, parseWorkers));
