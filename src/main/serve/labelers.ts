import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type { Configuration } from "../../adapters/configuration/Configuration.ts";
import * as LabelerDirectoryNetwork from "../../adapters/identity/LabelerDirectoryNetwork.ts";
import { isUrlAllowed } from "../../adapters/outbound/AddressPolicy.ts";
import { guardedLookup } from "../../adapters/outbound/guardedLookup.ts";
import * as OutboundHttpUndici from "../../adapters/outbound/OutboundHttpUndici.ts";
import * as LabelEventsWebSocket from "../../adapters/sync/labels/LabelEventsWebSocket.ts";
import { forkSupervised } from "../../application/background/supervise.ts";
import { followLabeler } from "../../application/labelers/followLabeler.ts";
import { removeFormerLabelsPeriodically } from "../../application/labelers/removeFormerLabels.ts";
import { settleLabelers } from "../../application/labelers/settleLabelers.ts";
import { traced } from "../../domain/failure/traced.ts";

/** A labeler may have nothing to say for hours. A connection that has been silent for so long is replaced. */
const idleWithin = "5 minutes";

/** The adapters that lead to labelers. Their DID documents state their addresses, so that every address is checked. */
const labelerNetwork = ({ plcDirectoryUrl, production }: Configuration) => {
  const policy = { allowLoopback: !production };
  const guard = { isAllowed: (url: URL) => isUrlAllowed(policy, url), lookup: guardedLookup(policy) };
  return Layer.merge(
    LabelEventsWebSocket.layer({ guard, idleWithin }),
    LabelerDirectoryNetwork.layer({ plcDirectoryUrl, allowLoopback: policy.allowLoopback }).pipe(
      Layer.provide(OutboundHttpUndici.layer(policy))
    )
  );
};

/**
 * Consumes the labels of the configured labelers for the scope. One that cannot be reached keeps neither the service from
 * starting nor the others from being consumed.
 */
export const startLabelers = traced("startLabelers")(function* (configuration: Configuration) {
  yield* settleLabelers(configuration.labelers);
  yield* forkSupervised("remove labels of former labelers")(removeFormerLabelsPeriodically);
  const network = yield* Layer.build(labelerNetwork(configuration));
  for (const did of configuration.labelers)
    yield* forkSupervised(`labels of ${did}`)(Effect.provide(followLabeler(did), network));
});
