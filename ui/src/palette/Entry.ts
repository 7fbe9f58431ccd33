import type { IconName } from "../components/Icon.tsx";

/** An entry of the search box: a page of the settings. */
export interface Entry {
  readonly to: string;
  readonly name: string;
  /** What distinguishes it from others of the same name; null for nothing. */
  readonly detail: string | null;
  readonly icon: IconName;
}

/** Entries of one kind. */
export interface EntryGroup {
  readonly name: string;
  readonly entries: ReadonlyArray<Entry>;
}
