import type { SingleUse } from "../../domain/event/UnitOfWork.ts";

/** Something that a request uses once and that is not consumed yet, and the error if it was used before, which is made only then. */
export interface PendingUse<out E> {
  readonly use: SingleUse;
  readonly refusal: () => E;
}
