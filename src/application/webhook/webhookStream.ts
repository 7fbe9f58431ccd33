import { streamName } from "../../domain/event/StreamName.ts";

/** The stream of the events about the webhook itself. */
export const webhookStream = streamName("webhook", "target");
