import * as SchemaAST from "effect/SchemaAST";
import { type EventTypeMeaning, eventTypes } from "../../src/domain/audit/eventTypes.ts";
import { DomainEvent, isFailure } from "../../src/domain/event/DomainEvent.ts";
import { declaredPaths } from "../../src/domain/personal/declaredPaths.ts";
import { table, tableCell } from "./tableCell.ts";

type Group = EventTypeMeaning["group"];

const groups: Readonly<Record<Group, string>> = {
  "sign-in": "Sign-ins",
  app: "Apps",
  session: "Sessions at PDSes",
  write: "Writes",
  repository: "Repositories and accounts",
  moderation: "Moderation",
  administration: "Administration"
};

const listed = (members: ReadonlyArray<string>): string => [...new Set(members)].join(" or ");

/** How a value of a schema is written as JSON, in a few words. */
const described = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "StringKeyword":
    case "TemplateLiteral":
      return "text";
    case "NumberKeyword":
      return "number";
    case "BooleanKeyword":
      return "true or false";
    case "Literal":
      return ast.literal === null ? "null" : `\`${String(ast.literal)}\``;
    case "Refinement":
      return described(ast.from);
    case "Transformation":
      return described(ast.from);
    case "Union":
      return listed(ast.types.map(described));
    case "TupleType": {
      const items = listed([...ast.elements, ...ast.rest].map(({ type }) => described(type)));
      return items.includes(" or ") ? `list of (${items})` : `list of ${items}`;
    }
    case "TypeLiteral": {
      const members = ast.propertySignatures.map(({ name }) => `\`${String(name)}\``);
      return members.length === 0 ? "object" : `object with ${members.join(", ")}`;
    }
    case "Suspend":
      return described(ast.f());
    default:
      return "value";
  }
};

const personalMembers = (type: string): ReadonlySet<string> =>
  new Set(declaredPaths(type).map(({ segments }) => String(segments[0])));

const fieldsOf = (type: string, ast: SchemaAST.AST): string => {
  const personal = personalMembers(type);
  const stored = SchemaAST.encodedAST(ast);
  const fields = stored._tag === "TypeLiteral" ? stored.propertySignatures : [];
  const rows = fields
    .filter(({ name }) => name !== "_tag")
    .map(({ isOptional, name, type: of }) => [
      `\`${String(name)}\``,
      tableCell(described(of) + (isOptional ? ", optional" : "")),
      personal.has(String(name)) ? "yes" : ""
    ]);
  return rows.length === 0 ? "It has no data." : table(["field", "value", "personal"], rows);
};

interface DescribedEvent {
  readonly type: keyof typeof eventTypes;
  readonly fields: string;
}

const describedEvents: ReadonlyArray<DescribedEvent> = DomainEvent.members.flatMap(
  (member): ReadonlyArray<DescribedEvent> => {
    const classes = "members" in member ? member.members : [member];
    return classes.map((each) => ({ type: each._tag, fields: fieldsOf(each._tag, each.ast) }));
  }
);

const sections = Object.entries(groups).map(([group, title]) => {
  const own = describedEvents.filter(({ type }) => eventTypes[type].group === group);
  const events = own.map(({ fields, type }) => {
    const failure = isFailure(type) ? " It reports a failure." : "";
    return `### ${type}\n\n${tableCell(eventTypes[type].sentence)}${failure}\n\n${fields}`;
  });
  return `## ${title}\n\n${events.join("\n\n")}`;
});

/** Generates the page about every event type from the schemas of the events. */
export const eventsPage = (): string =>
  `# Events

Every event of the log, with the members of its \`data\`. A released type never changes; a new form of
it is a type with the next version. [Auditing](../auditing.md#what-an-event-contains) describes what
surrounds the data: position, time, actor, stream. The values of personal members are stored apart
from the log, so that they [can be erased](../auditing.md#personal-data-and-erasure).

${sections.join("\n\n")}
`;
