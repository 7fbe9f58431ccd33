import * as HelpDoc from "@effect/cli/HelpDoc";
import * as Options from "@effect/cli/Options";
import * as ValidationError from "@effect/cli/ValidationError";
import * as Effect from "effect/Effect";

/** An option with one of a few values; unlike the library's own, a wrong value is told with the name of the option. */
export const choice = <const Value extends string>(
  name: string,
  values: ReadonlyArray<Value>
): Options.Options<Value> =>
  Options.text(name).pipe(
    Options.withPseudoName(values.join(" | ")),
    Options.mapEffect((text) => {
      const found = values.find((value) => value === text);
      const problem = HelpDoc.p(`--${name}: "${text}" is not one of ${values.join(", ")}`);
      return found === undefined ? Effect.fail(ValidationError.invalidValue(problem)) : Effect.succeed(found);
    })
  );
