import { type FormEvent, useState } from "react";
import { durationInWords } from "../../../../src/domain/time/durationInWords.ts";
import { SetClientLifetimesDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { useToast } from "../../components/useToast.ts";
import { lifetimeBounds, lifetimeFault } from "./clientRules.ts";
import { LifetimeField } from "./LifetimeField.tsx";
import { entryOf, type LifetimeEntry, secondsOf } from "./lifetimeUnits.ts";
import { needsForClient } from "./needsForClient.ts";
import type { Client } from "./useClients.ts";

const members = {
  accessToken: { label: "Access tokens", of: "accessTokenSeconds" },
  refreshToken: { label: "Unused refresh tokens", of: "refreshTokenSeconds" },
  authorization: { label: "Whole session", of: "authorizationSeconds" }
} as const;
type Member = keyof typeof members;

const names: ReadonlyArray<Member> = ["accessToken", "refreshToken", "authorization"];

const none = { accessToken: null, refreshToken: null, authorization: null };

const range = (member: Member): string => {
  const [min, max] = lifetimeBounds[member];
  return `${durationInWords(min)} to ${durationInWords(max)}`;
};

const faultOf = (member: Member, entry: LifetimeEntry): ReadonlyArray<string> =>
  lifetimeFault({ ...none, [member]: secondsOf(entry) }) === null
    ? []
    : [`Enter ${range(member)}, or leave the field empty for the default.`];

/** The lifetime that is effective now, and whether it was set for the client. */
const effective = (client: Client, member: Member): string => {
  const { of } = members[member];
  const now = durationInWords(client.effectiveLifetimes[of]);
  return `Now ${now}${client[of] === null ? " (default)" : ""}. Allowed: ${range(member)}.`;
};

/** The token lifetimes of a client, with their units: those that were set, and those that are effective. */
export const ClientLifetimes = ({ client }: { readonly client: Client }) => {
  const toast = useToast();
  const entryNow = (member: Member): LifetimeEntry =>
    entryOf(client[members[member].of], client.effectiveLifetimes[members[member].of]);
  const [entries, setEntries] = useState<Readonly<Record<Member, LifetimeEntry>>>({
    accessToken: entryNow("accessToken"),
    refreshToken: entryNow("refreshToken"),
    authorization: entryNow("authorization")
  });
  const set = useAdminMutation(SetClientLifetimesDocument, () => toast("The lifetimes were saved"));
  const isInvalid = names.some((member) => faultOf(member, entries[member]).length > 0);
  const isChanged = names.some((member) => secondsOf(entries[member]) !== client[members[member].of]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isInvalid || !isChanged) return;
    set.mutate({
      clientId: client.clientId,
      accessTokenSeconds: secondsOf(entries.accessToken),
      refreshTokenSeconds: secondsOf(entries.refreshToken),
      authorizationSeconds: secondsOf(entries.authorization)
    });
  };
  return (
    <section className="card" aria-label="Lifetimes">
      <div className="card-head">
        <div>
          <h2>Lifetimes</h2>
          <p>How long tokens and sessions are valid. A change applies from the next tokens on.</p>
        </div>
      </div>
      <form className="card-body stack" onSubmit={submit} noValidate>
        {set.error !== null && <ErrorState title="The lifetimes were not saved" error={set.error} />}
        <div className="lifetimes">
          {names.map((member) => (
            <LifetimeField
              key={member}
              label={members[member].label}
              entry={entries[member]}
              onChange={(entry) => setEntries((before) => ({ ...before, [member]: entry }))}
              faults={faultOf(member, entries[member])}
              hint={effective(client, member)}
            />
          ))}
        </div>
        <div className="row">
          <Button
            type="submit"
            needs={needsForClient(client, "setOAuthClientLifetimes")}
            isDisabled={isInvalid || !isChanged}
            isPending={set.isPending}
          >
            Save lifetimes
          </Button>
        </div>
      </form>
    </section>
  );
};
