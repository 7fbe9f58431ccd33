import * as CliConfig from "@effect/cli/CliConfig";
import type * as Command from "@effect/cli/Command";
import * as CommandDescriptor from "@effect/cli/CommandDescriptor";
import * as HelpDoc from "@effect/cli/HelpDoc";
import type * as Span from "@effect/cli/HelpDoc/Span";
import type * as Usage from "@effect/cli/Usage";

/** An option or an argument of a command, as it is typed and explained. */
export interface Parameter {
  /** `--name` for an option, `<name>` for an argument. */
  readonly name: string;
  /** What stands after an option; null for one that stands alone, and for arguments. */
  readonly value: string | null;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  readonly what: string;
}

/** Everything about a command that is not what it does. */
export interface CommandShape {
  readonly options: ReadonlyArray<Parameter>;
  readonly arguments: ReadonlyArray<Parameter>;
}

const config = CliConfig.make({ showBuiltIns: false, showTypes: false });

const textOf = (span: Span.Span): string => {
  switch (span._tag) {
    case "Text":
      return span.value;
    case "URI":
      return span.value;
    case "Sequence":
      return textOf(span.left) + textOf(span.right);
    default:
      return textOf(span.value);
  }
};

/** The library's own words about a value come first, and those about how often it may stand there last. */
const paragraphs = (doc: HelpDoc.HelpDoc): ReadonlyArray<string> => {
  if (doc._tag === "Paragraph") return [textOf(doc.value)];
  return doc._tag === "Sequence" ? [...paragraphs(doc.left), ...paragraphs(doc.right)] : [];
};

interface Explained {
  readonly what: string;
  /** What may stand there often may be left out, too, unless it is said how often at least. */
  readonly mayBeNone: boolean;
}

const explained = (doc: HelpDoc.HelpDoc): ReadonlyArray<readonly [name: string, explained: Explained]> => {
  if (doc._tag === "Sequence") return [...explained(doc.left), ...explained(doc.right)];
  if (!HelpDoc.isDescriptionList(doc)) return [];
  return doc.definitions.map(([term, definition]) => {
    const [name = ""] = textOf(term).trim().split(" ");
    const [, what = "", ...more] = paragraphs(definition);
    return [name, { what, mayBeNone: more.some((said) => / repeated zero /.test(said)) }] as const;
  });
};

interface Typed extends Omit<Parameter, "what"> {}

const typed = (usage: Usage.Usage, isRequired: boolean, isRepeated: boolean): ReadonlyArray<Typed> => {
  switch (usage._tag) {
    case "Named": {
      const name = usage.names.find((each) => each.startsWith("--")) ?? usage.names[0] ?? "";
      const value = usage.acceptedValues._tag === "Some" ? usage.acceptedValues.value : null;
      return [{ name, value, isRequired, isRepeated }];
    }
    case "Optional":
      return typed(usage.usage, false, isRepeated);
    case "Repeated":
      return typed(usage.usage, isRequired, true);
    case "Concat":
    case "Alternation":
      return [...typed(usage.left, isRequired, isRepeated), ...typed(usage.right, isRequired, isRepeated)];
    default:
      return [];
  }
};

/** Reads the options and arguments of a command from what the library knows about it. */
export const shapeOf = <Name extends string, R, E, A>(command: Command.Command<Name, R, E, A>): CommandShape => {
  const said = new Map(explained(CommandDescriptor.getHelp(command.descriptor, config)));
  const parameters = typed(CommandDescriptor.getUsage(command.descriptor), true, false).map((each) => {
    const { mayBeNone = false, what = "" } = said.get(each.name) ?? {};
    return { ...each, isRequired: each.isRequired && !mayBeNone, what };
  });
  return {
    options: parameters.filter(({ name }) => name.startsWith("--")),
    arguments: parameters.filter(({ name }) => name.startsWith("<"))
  };
};
