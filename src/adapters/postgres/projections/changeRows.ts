import type { VersionedEvent } from "../../../domain/event/assignVersions.ts";
import { storedChanges } from "../../../domain/projection/storedChanges.ts";

/** A change of a stored projection as `apply_changes` takes it. */
interface ChangeRow {
  /** The index of its event among the given ones, from 1. */
  readonly event: number;
  readonly name: string;
  readonly key: string;
  /** The other members of the change as JSON; null for none. */
  readonly detail: string | null;
}

/** Returns what events change in the stored projections, in order. */
export const changeRows = (events: ReadonlyArray<VersionedEvent>): ReadonlyArray<ChangeRow> =>
  events.flatMap((each, index) =>
    storedChanges(each).map(({ _tag: name, key, ...others }) => {
      const detail = JSON.stringify(others);
      return { event: index + 1, name, key, detail: detail === "{}" ? null : detail };
    })
  );
