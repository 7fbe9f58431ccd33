import { buildSchema, type GraphQLField, isEnumType, isInputObjectType, isObjectType, isUnionType } from "graphql";
import { adminSdl } from "../../src/adapters/graphql/admin/adminApi.ts";
import { table, tableCell } from "./tableCell.ts";

const schema = buildSchema(adminSdl);

const oneLine = (description: string | null | undefined): string => tableCell(description ?? "");

const fieldSection = (field: GraphQLField<unknown, unknown>): string => {
  const rows = field.args.map(({ description, name, type }) => [`\`${name}\``, `\`${type}\``, oneLine(description)]);
  const parts = [
    `### ${field.name}`,
    ...(field.description ? [oneLine(field.description)] : []),
    `Returns \`${field.type}\`.`,
    ...(rows.length === 0 ? [] : [table(["argument", "type", "meaning"], rows)])
  ];
  return parts.join("\n\n");
};

const root = (type: ReturnType<typeof schema.getQueryType>): string =>
  Object.values(type?.getFields() ?? {})
    .map(fieldSection)
    .join("\n\n");

const roots = new Set([schema.getQueryType()?.name, schema.getMutationType()?.name]);

const types = Object.values(schema.getTypeMap())
  .filter(({ name }) => !name.startsWith("__") && !roots.has(name))
  .toSorted((left, right) => (left.name < right.name ? -1 : 1))
  .flatMap((type) => {
    const about = type.description ? [oneLine(type.description)] : [];
    if (isObjectType(type) || isInputObjectType(type)) {
      const rows = Object.values(type.getFields()).map(({ description, name, type: of }) => [
        `\`${name}\``,
        `\`${of}\``,
        oneLine(description)
      ]);
      return [[`### ${type.name}`, ...about, table(["field", "type", "meaning"], rows)].join("\n\n")];
    }
    if (isEnumType(type)) {
      const rows = type.getValues().map(({ description, name }) => [`\`${name}\``, oneLine(description)]);
      return [[`### ${type.name}`, ...about, table(["value", "meaning"], rows)].join("\n\n")];
    }
    if (isUnionType(type))
      return [
        [
          `### ${type.name}`,
          ...about,
          `One of ${type
            .getTypes()
            .map(({ name }) => `\`${name}\``)
            .join(", ")}.`
        ].join("\n\n")
      ];
    return [];
  });

/** Generates the page about the admin API from its schema. */
export const adminApiPage = (): string =>
  `# Admin API

Everything that the settings show and do is a field of \`/admin/graphql\`. It needs the session of an
admin, or [a token of an app that may administer](../operations.md#let-a-script-administer).
[The schema as a file](../admin.graphql) suits generators of code.

## Queries

${root(schema.getQueryType())}

## Mutations

${root(schema.getMutationType())}

## Types

${types.join("\n\n")}
`;
