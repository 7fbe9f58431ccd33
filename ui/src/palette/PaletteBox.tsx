import { type KeyboardEvent, useId, useState } from "react";
import { Icon } from "../components/Icon.tsx";
import { navigate } from "../router/routeLocation.ts";
import type { Entry } from "./Entry.ts";
import { PaletteOption } from "./PaletteOption.tsx";
import { rememberEntry } from "./recentEntries.ts";
import { useEntries } from "./useEntries.ts";

const stepOf: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const countInWords = (count: number): string => (count === 1 ? "1 result" : `${count} results`);

/** One box for pages, accounts, clients, records, events and requests, as a combobox with its list. */
export const PaletteBox = ({ onClose }: { readonly onClose: () => void }) => {
  const [text, setText] = useState("");
  const [activeTo, setActiveTo] = useState<string | null>(null);
  const id = useId();
  const { error, groups, isPending } = useEntries(text);
  const places = groups.flatMap((group) => group.entries.map((entry) => ({ group: group.name, entry })));
  const keyOf = (group: string, entry: Entry): string => `${group} ${entry.to}`;
  const found = places.findIndex(({ entry, group }) => keyOf(group, entry) === activeTo);
  const active = Math.max(0, found);
  const optionId = (index: number): string => `${id}-option-${index}`;
  const indexOf = (group: string, entry: Entry): number =>
    places.findIndex((place) => place.group === group && place.entry === entry);
  const choose = (entry: Entry): void => {
    rememberEntry(entry);
    onClose();
    navigate(entry.to);
  };
  const press = (event: KeyboardEvent): void => {
    const step = stepOf[event.key];
    const chosen = places[active];
    if (step !== undefined && places.length > 0) {
      event.preventDefault();
      const next = places[(active + step + places.length) % places.length];
      if (next !== undefined) setActiveTo(keyOf(next.group, next.entry));
    } else if (event.key === "Enter" && chosen !== undefined && !isPending) {
      event.preventDefault();
      choose(chosen.entry);
    }
  };
  return (
    <>
      <div className="palette-field">
        <Icon name="search" />
        <input
          role="combobox"
          aria-label="Search pages, accounts, clients, records and events"
          aria-expanded={places.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={places.length > 0 ? optionId(active) : undefined}
          // biome-ignore lint/a11y/noAutofocus: the box opens on request, to be typed in.
          autoFocus
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="Handle, DID, client, AT URI, request, event, page…"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActiveTo(null);
          }}
          onKeyDown={press}
        />
        <kbd>Esc</kbd>
      </div>
      {error !== null && (
        <p className="palette-note" role="alert">
          Accounts, clients and events could not be searched: {error.message}
        </p>
      )}
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Results">
        {groups.map(({ entries, name }, place) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset has no place in a listbox.
          <div key={name} role="group" aria-labelledby={`${id}-group-${place}`}>
            <div className="palette-group" id={`${id}-group-${place}`}>
              {name}
            </div>
            {entries.map((entry) => {
              const index = indexOf(name, entry);
              return (
                <PaletteOption
                  key={entry.to}
                  id={optionId(index)}
                  entry={entry}
                  isActive={index === active}
                  onActivate={() => setActiveTo(keyOf(name, entry))}
                  onChoose={() => choose(entry)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {isPending ? "Searching" : countInWords(places.length)}
      </p>
    </>
  );
};
