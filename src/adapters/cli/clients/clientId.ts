import * as Args from "@effect/cli/Args";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { ClientId } from "../../../domain/client/ClientId.ts";

const decode = Schema.decode(ClientId);

/** The client that a command is about. */
export const clientId = Args.text({ name: "client-id" }).pipe(
  Args.withDescription("The client, as tidemark clients list shows it."),
  Args.mapEffect((text) =>
    Effect.mapError(decode(text), () =>
      HelpDoc.p(`<client-id>: "${text}" is no client id; one is client_ and 22 characters, see tidemark clients list`)
    )
  )
);
