import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { eraseSubject } from "../../../application/erasure/eraseSubject.ts";
import { isStoredHere } from "../../../application/erasure/isStoredHere.ts";
import { resolveSubject } from "../../../application/erasure/resolveSubject.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { isAccountDid } from "../../../domain/atproto/isAccountDid.ts";
import { EndedAuthorizations } from "../../../domain/authorization/end/EndedAuthorizations.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage, failure } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";
import { confirmErasure, erasureReason, person, undo } from "./erasureParameters.ts";

const unconfirmed = badUsage(
  "--yes is missing: an erasure cannot be undone. It ends the sign-ins of the person and deletes their records in the index and the key of their personal data; add --yes to confirm"
);

const irreversible = badUsage(
  "--undo has no meaning: the key of the personal data was deleted, so nobody can read it again. The account can sign in anew, or be indexed again with tidemark sync backfill --actor"
);

const unknown = badUsage(
  "<did|handle> names no account that is known here: use the DID of the account, such as did:plc:ewvi7nxzyoun6zhxrhs64oiz"
);

/** Why nobody is erased: the DID is none of an account, or nothing is stored about the account. */
const notStored = (did: Did) =>
  isAccountDid(did)
    ? failure("nothing_found", `Nothing is known here about ${did}: check the DID; nobody was erased`)
    : badUsage(
        `<did|handle> ${did} is not the DID of an account: it must be did:plc: and 24 characters, such as did:plc:ewvi7nxzyoun6zhxrhs64oiz, or did:web: and a host name`
      );

/** The command serves no request, so it waits for no read model. Running services follow the log. */
const endedWithoutReplay = Layer.mock(EndedAuthorizations, { awaitPosition: () => Effect.void });

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const report = Effect.fnUntraced(function* (given: Given) {
  const did = yield* Effect.mapError(resolveSubject(given(person)), explainFailure);
  if (Option.isNone(did)) return yield* unknown;
  const isStored = yield* Effect.mapError(isStoredHere(did.value), explainFailure);
  if (!isStored) return yield* notStored(did.value);
  const erased = yield* Effect.mapError(
    Effect.provide(
      eraseSubject({ did: did.value, note: given(erasureReason) ?? null, actor: { type: "operator", id: null } }),
      endedWithoutReplay
    ),
    explainFailure
  );
  return {
    text: `Erased the person: ${plural(erased.authorizations, "sign-in", "sign-ins")} ended, ${plural(erased.records, "record", "records")} removed from the index.`,
    json: { ...erased }
  } satisfies Report;
});

/** Erases a person, once that is confirmed. */
export const erase: Run = (given) => {
  if (given(undo)) return irreversible;
  return given(confirmErasure) ? present(given, report(given)) : unconfirmed;
};
