import { useState } from "react";
import { ErrorState } from "../../components/ErrorState.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { navigate } from "../../router/routeLocation.ts";
import { useFilters } from "../../router/useFilters.ts";
import { persistentStore } from "../../session/browserStore.ts";
import { FilterField } from "../audit/FilterField.tsx";
import { KeyboardHelp } from "./KeyboardHelp.tsx";
import { ModerationHeader } from "./ModerationHeader.tsx";
import { QueueList } from "./QueueList.tsx";
import { SubjectPane } from "./SubjectPane.tsx";
import { queuePath } from "./subjectAddress.ts";
import { statusIn, useReportQueue } from "./useReportQueue.ts";
import { useShortcuts } from "./useShortcuts.ts";

const states = [
  { value: "OPEN", name: "Open" },
  { value: "RESOLVED", name: "Resolved" },
  { value: "DISMISSED", name: "Dismissed" },
  { value: "ALL", name: "All" }
] as const;

const keysStore = "moderation-keys";

type Asked = "label" | "dismiss" | "help" | null;

const focusItem = (uri: string): void => {
  requestAnimationFrame(() => {
    const item = document.querySelector<HTMLElement>(`[data-subject="${CSS.escape(uri)}"]`);
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: "nearest" });
  });
};

/** The queue of reports: the subjects on one side, the one that is selected on the other. */
export const QueuePage = () => {
  const { change, search } = useFilters();
  const [asked, setAsked] = useState<Asked>(null);
  const [openings, setOpenings] = useState(0);
  const [hasKeys, setHasKeys] = useState(() => persistentStore.get(keysStore) !== "off");
  const queue = useReportQueue(search);
  const selected = search.get("subject") ?? "";
  const uris = queue.groups?.map(({ uri }) => uri) ?? [];
  const at = uris.indexOf(selected);
  const did = search.get("did") ?? "";

  const select = (uri: string): void => navigate(queuePath(search, { subject: uri }), "replace");
  const move = (steps: 1 | -1): void => {
    const uri = at === -1 ? uris[0] : uris[at + steps];
    if (uri === undefined) {
      if (steps === 1 && queue.hasMore) queue.loadMore();
      return;
    }
    setOpenings(0);
    select(uri);
    focusItem(uri);
  };
  /** The next subject takes the place of one that is done. */
  const advance = (): void => {
    const next = uris[at + 1] ?? uris[at - 1] ?? "";
    if (statusIn(search) !== "OPEN") return;
    setOpenings(0);
    select(next);
    if (next !== "") focusItem(next);
  };
  const ask = (what: Asked) => () => {
    if (selected !== "") setAsked(what);
  };

  useShortcuts(
    {
      j: () => move(1),
      k: () => move(-1),
      l: ask("label"),
      d: ask("dismiss"),
      "?": () => setAsked("help")
    },
    hasKeys
  );

  return (
    <>
      <ModerationHeader title="Moderation">
        What users reported, and what was decided. Every decision is an event of the audit log.
      </ModerationHeader>
      <div className="stack">
        <div className="moderation-filters">
          <SegmentedControl
            label="State of the reports"
            value={statusIn(search) ?? "ALL"}
            choices={states}
            onChange={(status) => change({ status: status === "OPEN" ? "" : status, subject: "" })}
          />
          <FilterField
            label="Account"
            placeholder="DID or handle"
            value={did}
            onChange={(next) => change({ did: next, subject: "" })}
          />
        </div>
        {queue.error === null ? (
          <div className={`moderation ${selected === "" ? "" : "has-selection"}`}>
            <QueueList
              queue={queue}
              search={search}
              selected={selected}
              isFiltered={did !== "" || search.get("status") !== null}
              onHelp={() => setAsked("help")}
              onOpen={() => setOpenings((count) => count + 1)}
            />
            <SubjectPane
              key={selected}
              uri={selected}
              back={queuePath(search, { subject: "" })}
              asked={asked === "help" ? null : asked}
              onAsk={setAsked}
              onDone={advance}
              openings={openings}
            />
          </div>
        ) : (
          <ErrorState title="The reports could not be loaded" error={queue.error} retry={queue.refetch} />
        )}
      </div>
      <KeyboardHelp
        isOpen={asked === "help"}
        isEnabled={hasKeys}
        onEnable={(isEnabled) => {
          setHasKeys(isEnabled);
          persistentStore.set(keysStore, isEnabled ? "on" : "off");
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
};
