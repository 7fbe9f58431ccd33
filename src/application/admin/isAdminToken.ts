import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { ClientId } from "../../domain/client/ClientId.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { clients } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import type { Viewer } from "../token/Viewer.ts";
import { ConfiguredAdmins } from "./ConfiguredAdmins.ts";

const readClientId = Schema.decodeOption(ClientId);

/**
 * Whether an access token grants admin access: its account is in `ADMIN_DIDS` and its client has `mayAdminister`. The
 * client is read from the log, so that a withdrawn permission takes effect on the next request in every process.
 */
export const isAdminToken = traced("isAdminToken")(function* ({ clientId, did }: Viewer) {
  const configured = yield* ConfiguredAdmins;
  const registered = readClientId(clientId);
  if (!configured.includes(did) || Option.isNone(registered)) return false;
  const { state } = yield* loadAggregate(clients, streamName("client", registered.value));
  return state._tag === "Registered" && state.client.mayAdminister;
});
