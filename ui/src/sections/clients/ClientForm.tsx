import { type FormEvent, useState } from "react";
import { AdminRequestFailed } from "../../api/AdminRequestFailed.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Field } from "../../components/Field.tsx";
import type { ClientDraft } from "./ClientDraft.ts";
import { ClientTypeChoice } from "./ClientTypeChoice.tsx";
import { defaultClientScope, faultsOf, tidy } from "./clientRules.ts";
import { FaultSummary } from "./FaultSummary.tsx";
import { type fieldNames, messagesOf } from "./fieldMessages.ts";
import { RedirectUriList } from "./RedirectUriList.tsx";

interface ClientFormProps {
  readonly start: ClientDraft;
  /** Whether the type can be chosen, which is so before a client is registered. */
  readonly isNew: boolean;
  readonly action: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Hears of every change. */
  readonly onDraft?: (draft: ClientDraft) => void;
  readonly onSend: (draft: ClientDraft) => void;
  readonly onCancel: () => void;
}

/** The form of a client. What is wrong is told while it is typed, by the rules of the service itself. */
export const ClientForm = ({ action, error, isNew, isPending, onCancel, onDraft, onSend, start }: ClientFormProps) => {
  const [draft, setDraft] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState(0);
  const wrong = faultsOf(draft);
  const refused = error instanceof AdminRequestFailed ? error.faults : [];
  const shown = (field: keyof typeof fieldNames): ReadonlyArray<string> =>
    tries > 0 || touched.has(field) ? messagesOf(wrong, refused, field) : [];
  const touch = (field: string) => () => setTouched((before) => new Set(before).add(field));
  const change = (patch: Partial<ClientDraft>): void => {
    const next = { ...draft, ...patch };
    setDraft(next);
    onDraft?.(next);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTries((count) => count + 1);
    if (wrong.length === 0 && !isPending) onSend(tidy(draft));
  };

  return (
    <form className="stack client-form" onSubmit={submit} noValidate>
      {tries > 0 && <FaultSummary key={tries} wrong={wrong} />}
      {error !== null && refused.length === 0 && <ErrorState title="The client was not stored" error={error} />}
      <Field
        label="Client Name"
        name="name"
        value={draft.name}
        onChange={(name) => {
          change({ name });
          if (name !== "") touch("name")();
        }}
        faults={shown("name")}
        hint="The name of the app, as people see it when they sign in."
        autoComplete="off"
        isRequired
        autoFocus={isNew}
      />
      {isNew && <ClientTypeChoice value={draft.type} onChange={(type) => change({ type })} />}
      <RedirectUriList
        value={draft.redirectUris}
        onChange={(redirectUris) => change({ redirectUris })}
        areAllValidated={tries > 0}
        faults={tries > 0 && draft.redirectUris.every((uri) => uri.trim() === "") ? shown("redirectUris") : []}
      />
      <Field
        label="Scope"
        name="scope"
        value={draft.scope}
        onChange={(scope) => {
          change({ scope });
          touch("scope")();
        }}
        faults={shown("scope")}
        hint={
          <>
            What the app may ask for, with spaces between. <code>{defaultClientScope}</code> suits most apps.
          </>
        }
        autoComplete="off"
      />
      <div className="row">
        <Button type="submit" kind="primary" isPending={isPending}>
          {action}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
};
