import * as Effect from "effect/Effect";
import { sendMessageAgain } from "../../../application/webhook/sendAgain.ts";
import type { Run } from "../command/Command.ts";
import { present } from "../report/present.ts";
import { awaitDelivery } from "./awaitDelivery.ts";
import { webhookFailure } from "./webhookFailure.ts";
import { messageId } from "./webhookParameters.ts";

export const retry: Run = (given) =>
  present(
    given,
    sendMessageAgain(given(messageId)).pipe(Effect.flatMap(awaitDelivery), Effect.mapError(webhookFailure))
  );
