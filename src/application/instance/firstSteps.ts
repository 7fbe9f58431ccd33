import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import { GrantedAuthorizations } from "../../domain/authorization/GrantedAuthorizations.ts";
import { ClientRegistry } from "../../domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { lexiconStream } from "../lexicons/storedLexicons.ts";
import { InstanceSettings } from "./InstanceSettings.ts";
import { PublicUrl } from "./PublicUrl.ts";

/** A step from a new instance to one that people use. */
export interface FirstStep {
  readonly step: "register-client" | "import-lexicons" | "sign-in" | "public-address";
  readonly isDone: boolean;
}

/** Whether somebody chose the Lexicons: a first start imports those of the project. */
const lexiconsChosen = Effect.gen(function* () {
  const { values } = yield* InstanceSettings;
  if (values.some(({ isDefault, name }) => name === "LEXICON_DIR" && !isDefault)) return true;
  const log = yield* EventLog;
  return (yield* log.load(lexiconStream)).length > 1;
});

const somebodySignedIn = Effect.gen(function* () {
  const authorizations = yield* GrantedAuthorizations;
  const now = yield* Clock.currentTimeMillis;
  const any = { did: null, clientId: null, state: null, now } as const;
  return (yield* authorizations.page(any, null, 1)).length > 0;
});

/** Returns the first steps of an instance, each with whether it is done. */
export const readFirstSteps = Effect.gen(function* () {
  const registry = yield* ClientRegistry;
  const publicUrl = yield* PublicUrl;
  const steps: ReadonlyArray<FirstStep> = [
    { step: "register-client", isDone: (yield* registry.list).length > 0 },
    { step: "import-lexicons", isDone: yield* lexiconsChosen },
    { step: "sign-in", isDone: yield* somebodySignedIn },
    { step: "public-address", isDone: publicUrl.startsWith("https://") }
  ];
  return steps;
});
