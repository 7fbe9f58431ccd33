import type { OperationRefused } from "../OperationRefused.ts";

/** Returns the event of a response, which is the text of a JSON object: JSON texts of this service have no line breaks. */
export const nextEvent = (body: string): string => `event: next\ndata: ${body}\n\n`;

/** Returns the event of a response that has errors only. */
export const errorEvent = ({ errors }: OperationRefused): string => nextEvent(JSON.stringify({ errors }));
