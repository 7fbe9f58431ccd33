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
  /** Whether the client is not registered yet, so that its type can be chosen. */
  readonly isNew: boolean;
  readonly action: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** Called on every change. */
  readonly onDraft?: (draft: ClientDraft) => void;
  readonly onSend: (draft: ClientDraft) => void;
  readonly onCancel: () => void;
}

/** The form of a client. It validates the input while the user types, by the rules of the service itself. */
export const ClientForm = ({ action, error, isNew, isPending, onCancel, onDraft, onSend, start }: ClientFormProps) => {
  const [draft, setDraft] = useState(start);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [attempts, setAttempts] = useState(0);
  const localFaults = faultsOf(draft);
  const serviceFaults = error instanceof AdminRequestFailed ? error.faults : [];
  const messages = (field: keyof typeof fieldNames): ReadonlyArray<string> =>
    attempts > 0 || touched.has(field) ? messagesOf(localFaults, serviceFaults, field) : [];
  const touch = (field: string) => () => setTouched((before) => new Set(before).add(field));
  const change = (patch: Partial<ClientDraft>): void => {
    const next = { ...draft, ...patch };
    setDraft(next);
    onDraft?.(next);
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAttempts((count) => count + 1);
    if (localFaults.length === 0 && !isPending) onSend(tidy(draft));
  };

  return (
    <form className="stack client-form" onSubmit={submit} noValidate>
      {attempts > 0 && <FaultSummary key={attempts} faults={localFaults} />}
      {error !== null && serviceFaults.length === 0 && <ErrorState title="The client was not saved" error={error} />}
      <Field
        label="Client name"
        name="name"
        value={draft.name}
        onChange={(name) => {
          change({ name });
          if (name !== "") touch("name")();
        }}
        faults={messages("name")}
        hint="The name of the app, as users see it when they sign in."
        autoComplete="off"
        isRequired
        autoFocus={isNew}
      />
      {isNew && <ClientTypeChoice value={draft.type} onChange={(type) => change({ type })} />}
      <RedirectUriList
        value={draft.redirectUris}
        onChange={(redirectUris) => change({ redirectUris })}
        areAllValidated={attempts > 0}
        faults={attempts > 0 && draft.redirectUris.every((uri) => uri.trim() === "") ? messages("redirectUris") : []}
      />
      <Field
        label="Scope"
        name="scope"
        value={draft.scope}
        onChange={(scope) => {
          change({ scope });
          touch("scope")();
        }}
        faults={messages("scope")}
        hint={
          <>
            The scopes that the app may request, separated by spaces. <code>{defaultClientScope}</code> suits most apps.
          </>
        }
        autoComplete="off"
      />
      <div className="row">
        <Button type="submit" kind="primary" needs="updateOAuthClient" isPending={isPending}>
          {action}
        </Button>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </form>
  );
};
