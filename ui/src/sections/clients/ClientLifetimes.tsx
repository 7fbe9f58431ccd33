import { type FormEvent, useState } from "react";
import { SetClientLifetimesDocument } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { ErrorState } from "../../components/ErrorState.tsx";
import { Field } from "../../components/Field.tsx";
import { useToast } from "../../components/useToast.ts";
import { lifetimeBounds, lifetimeFault } from "./clientRules.ts";
import { secondsInWords } from "./secondsInWords.ts";
import type { Client } from "./useClients.ts";

const members = {
  accessToken: "Access tokens",
  refreshToken: "Unused refresh tokens",
  authorization: "Whole session"
} as const;
type Member = keyof typeof members;

const none = { accessToken: null, refreshToken: null, authorization: null };

/** Returns null for an empty field, and NaN for a text that is not a number. */
const secondsIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const faultOf = (member: Member, text: string): ReadonlyArray<string> => {
  const [min, max] = lifetimeBounds[member];
  const isInvalid = lifetimeFault({ ...none, [member]: secondsIn(text) }) !== null;
  return isInvalid ? [`Enter a whole number from ${min} to ${max}, or leave the field empty.`] : [];
};

/** The token lifetimes of a client, where they differ from the defaults. */
export const ClientLifetimes = ({ client }: { readonly client: Client }) => {
  const toast = useToast();
  const [texts, setTexts] = useState<Readonly<Record<Member, string>>>({
    accessToken: client.accessTokenSeconds?.toString() ?? "",
    refreshToken: client.refreshTokenSeconds?.toString() ?? "",
    authorization: client.authorizationSeconds?.toString() ?? ""
  });
  const set = useAdminMutation(SetClientLifetimesDocument, () => toast("The lifetimes were saved"));
  const names: ReadonlyArray<Member> = ["accessToken", "refreshToken", "authorization"];
  const isInvalid = names.some((member) => faultOf(member, texts[member]).length > 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isInvalid) return;
    set.mutate({
      clientId: client.clientId,
      accessTokenSeconds: secondsIn(texts.accessToken),
      refreshTokenSeconds: secondsIn(texts.refreshToken),
      authorizationSeconds: secondsIn(texts.authorization)
    });
  };
  return (
    <section className="card">
      <div className="card-head">
        <div>
          <h2>Lifetimes</h2>
          <p>In seconds. Leave a field empty for the default.</p>
        </div>
      </div>
      <form className="card-body stack" onSubmit={submit} noValidate>
        {set.error !== null && <ErrorState title="The lifetimes were not saved" error={set.error} />}
        <div className="lifetimes">
          {names.map((member) => (
            <Field
              key={member}
              label={members[member]}
              inputMode="numeric"
              value={texts[member]}
              onChange={(text) => setTexts((before) => ({ ...before, [member]: text }))}
              placeholder="Default"
              faults={faultOf(member, texts[member])}
              hint={secondsInWords(secondsIn(texts[member]))}
            />
          ))}
        </div>
        <div className="row">
          <Button type="submit" needs="setOAuthClientLifetimes" isDisabled={isInvalid} isPending={set.isPending}>
            Save lifetimes
          </Button>
        </div>
      </form>
    </section>
  );
};
