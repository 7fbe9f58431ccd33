import { dayForms, timeForms } from "../../../domain/time/readTime.ts";
import { oneOf, optional, repeated, textFor } from "../command/Parameter.ts";

/** The account that events or records are about. */
export const did = optional("--did", textFor("account"), "The account: a DID, or a handle that this instance knows.");

/** The parameters that filter events; an event must match all that are given. */
export const filters = {
  did,
  client: optional("--client", textFor("app"), "The app that was used: its client id, or its name."),
  type: repeated(
    "--type",
    textFor("event-type"),
    "The type of event, such as LoginFailed; if repeated, any of the types. With a version, such as ClientUpdated.v2, only that version."
  ),
  authorization: optional("--authorization", textFor("id"), "The authorization that was used."),
  outcome: optional("--outcome", oneOf(["success", "failure"]), "Only successes, or only failures."),
  reason: optional("--reason", textFor("reason"), "The reason of a failure or of an end, as a code."),
  stream: optional("--stream", textFor("stream"), "The stream of the event."),
  request: optional(
    "--request",
    textFor("id"),
    "The HTTP request that caused the event, by the x-request-id of its response."
  ),
  search: optional(
    "--search",
    textFor("words"),
    "Words that each match the event: part of a handle, of the name of an app or of an event type, the beginning of a reason, or a DID, AT URI or other identifier in full."
  ),
  since: optional("--since", textFor("time"), `Recorded at this time or later: ${timeForms}. Days begin at 00:00 UTC.`),
  until: optional("--until", textFor("time"), "Recorded before this time, in the same forms."),
  on: optional("--on", textFor("day"), `Recorded on this day, in UTC: ${dayForms}. In place of --since and --until.`)
};
