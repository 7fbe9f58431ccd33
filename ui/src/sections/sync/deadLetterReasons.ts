import { DeadLetterReason } from "../../../../src/domain/sync/DeadLetters.ts";

/** The reasons by which dead letters can be filtered. */
export const deadLetterReasons = DeadLetterReason.literals;
