import type { LabelerUnresolvable } from "../../domain/labeler/LabelerDirectory.ts";
import { SourceDisconnected } from "../../domain/sync/stream/RepoEvents.ts";

/** Returns why a labeler is not connected whose document cannot be used. The detail is the reason as a code. */
export const unresolvableLabeler = ({ reason }: LabelerUnresolvable): SourceDisconnected =>
  new SourceDisconnected({ reason: "unresolvable", detail: reason });
