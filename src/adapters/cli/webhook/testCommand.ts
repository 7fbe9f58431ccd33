import * as Effect from "effect/Effect";
import { sendTestMessage } from "../../../application/webhook/sendAgain.ts";
import type { Run } from "../command/Command.ts";
import { present } from "../report/present.ts";
import { awaitDelivery } from "./awaitDelivery.ts";
import { webhookFailure } from "./webhookFailure.ts";

export const test: Run = (given) =>
  present(given, sendTestMessage().pipe(Effect.flatMap(awaitDelivery), Effect.mapError(webhookFailure)));
