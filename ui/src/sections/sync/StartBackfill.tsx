import { type FormEvent, useId, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { Field } from "../../components/Field.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { useStatistics } from "../activity/useStatistics.ts";
import type { BackfillChoice } from "./Backfill.ts";
import { StartBackfillDialog } from "./StartBackfillDialog.tsx";

const kinds = [
  { value: "account", name: "Account" },
  { value: "collection", name: "Collection" },
  { value: "all", name: "Everything" }
] as const;

type Kind = (typeof kinds)[number]["value"];

/** The form that starts a backfill, after its size was estimated and confirmed. */
export const StartBackfill = () => {
  const [kind, setKind] = useState<Kind>("account");
  const [actor, setActor] = useState("");
  const collections = useStatistics().data?.statistics.collections ?? [];
  const [picked, setPicked] = useState("");
  const collection = picked === "" ? (collections[0]?.id ?? "") : picked;
  const [choice, setChoice] = useState<BackfillChoice | null>(null);
  const id = useId();
  const isReady = kind === "all" || (kind === "account" ? actor.trim() !== "" : collection !== "");
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    if (kind === "account") setChoice({ kind, actor: actor.trim() });
    else setChoice(kind === "all" ? { kind } : { kind, collection });
  };
  return (
    <form className="start-backfill" onSubmit={submit}>
      <div className="field">
        <span className="label">Read the repositories of</span>
        <SegmentedControl label="Read the repositories of" value={kind} choices={kinds} onChange={setKind} />
      </div>
      {kind === "account" && (
        <Field
          label="Account"
          value={actor}
          onChange={setActor}
          placeholder="alice.example.com or did:plc:…"
          autoComplete="off"
        />
      )}
      {kind === "collection" && (
        <div className="field">
          <label htmlFor={id}>Collection</label>
          <select id={id} className="input" value={collection} onChange={(event) => setPicked(event.target.value)}>
            {collections.map((each) => (
              <option key={each.id} value={each.id}>
                {each.id}
              </option>
            ))}
          </select>
        </div>
      )}
      {kind === "all" && (
        <p className="soft start-backfill-all">
          Every repository that the host at RELAY_URL lists. This can take days.
        </p>
      )}
      <Button type="submit" kind="primary" icon="download" isDisabled={!isReady} needs="backfillAll">
        Estimate
      </Button>
      {choice !== null && (
        <StartBackfillDialog
          choice={choice}
          onClose={() => setChoice(null)}
          onStarted={() => {
            setChoice(null);
            setActor("");
          }}
        />
      )}
    </form>
  );
};
