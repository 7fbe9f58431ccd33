import * as Command from "@effect/cli/Command";
import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import { choice } from "../command/choice.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { json, presentWithoutStores, type Report } from "../report/present.ts";
import { type KeyForm, Keys, keyForms } from "./Keys.ts";

const form = choice("form", keyForms).pipe(
  Options.optional,
  Options.withDescription("How the key is written: multibase (one line, the usual), pem or jwk.")
);

const secret = Options.boolean("secret").pipe(
  Options.withDescription("Make a text for SECRET_KEY_BASE instead of a key.")
);

const notBoth = ValidationError.invalidValue(HelpDoc.p("--secret has no --form: give one of the two"));

/** What is to be made: a key in a form, or null for a secret. */
const wanted = Options.all({ form, secret }).pipe(
  Options.mapEffect(({ form, secret }) => {
    if (secret && Option.isSome(form)) return Effect.fail(notBoth);
    return Effect.succeed<KeyForm | null>(secret ? null : Option.getOrElse(form, () => "multibase" as const));
  })
);

const generate = (form: KeyForm | null) =>
  Effect.gen(function* () {
    const keys = yield* Keys;
    if (form === null) {
      const secret = Redacted.value(yield* keys.secret);
      return { text: secret, json: { secret } } satisfies Report;
    }
    const { publicKey, text } = yield* keys.generate(form);
    const key = Redacted.value(text).trimEnd();
    return { text: key, json: { form, key, publicKey } } satisfies Report;
  });

export const generateCommand = Command.make("generate", { wanted, json }, ({ json, wanted }) =>
  presentWithoutStores(json, generate(wanted))
).pipe(Command.withDescription(commandHelp["keys generate"].what));
