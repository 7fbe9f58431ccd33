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
  refreshToken: "Refresh tokens, unused",
  authorization: "The whole sign-in"
} as const;
type Member = keyof typeof members;

const none = { accessToken: null, refreshToken: null, authorization: null };

/** Null for an empty field, and no number at all for one that holds none. */
const secondsIn = (text: string): number | null => (text.trim() === "" ? null : Number(text));

const faultOf = (member: Member, text: string): ReadonlyArray<string> => {
  const [least, most] = lifetimeBounds[member];
  const isWrong = lifetimeFault({ ...none, [member]: secondsIn(text) }) !== null;
  return isWrong ? [`Whole seconds, from ${least} to ${most}, or nothing.`] : [];
};

/** How long what the client gets is good, where it differs from what holds for all. */
export const ClientLifetimes = ({ client }: { readonly client: Client }) => {
  const toast = useToast();
  const [texts, setTexts] = useState<Readonly<Record<Member, string>>>({
    accessToken: client.accessTokenSeconds?.toString() ?? "",
    refreshToken: client.refreshTokenSeconds?.toString() ?? "",
    authorization: client.authorizationSeconds?.toString() ?? ""
  });
  const set = useAdminMutation(SetClientLifetimesDocument, () => toast("The lifetimes were changed"));
  const names: ReadonlyArray<Member> = ["accessToken", "refreshToken", "authorization"];
  const isWrong = names.some((member) => faultOf(member, texts[member]).length > 0);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWrong) return;
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
          <p>In seconds. Empty is as for all clients.</p>
        </div>
      </div>
      <form className="card-body stack" onSubmit={submit} noValidate>
        {set.error !== null && <ErrorState title="The lifetimes were not changed" error={set.error} />}
        <div className="lifetimes">
          {names.map((member) => (
            <Field
              key={member}
              label={members[member]}
              inputMode="numeric"
              value={texts[member]}
              onChange={(text) => setTexts((before) => ({ ...before, [member]: text }))}
              placeholder="As for all"
              faults={faultOf(member, texts[member])}
              hint={secondsInWords(secondsIn(texts[member]))}
            />
          ))}
        </div>
        <div className="row">
          <Button type="submit" isDisabled={isWrong} isPending={set.isPending}>
            Save lifetimes
          </Button>
        </div>
      </form>
    </section>
  );
};
