import type { FieldNode } from "graphql";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { OperandType } from "../../../../domain/record/query/OperandType.ts";
import type { Filter, Operand, Parameter } from "../../../../domain/record/query/RecordQuery.ts";
import {
  type ConditionField,
  collectionConditions,
  conditionFields,
  nestedConditions
} from "../../schema/filter/conditionFields.ts";
import type { Compilation } from "../Compilation.ts";
import type { Argument, Arguments } from "../values/Argument.ts";
import { comparable, comparables } from "./comparable.ts";
import { searchNeedles } from "./searchNeedles.ts";

/** No condition. */
const everything: Filter = { _tag: "Every", filters: [] };

/** The result of an operator with null: it matches no row. */
const noRow: Filter = { _tag: "Some", filters: [] };

const every = (filters: ReadonlyArray<Filter>): Filter => {
  const [first, ...others] = filters;
  return first !== undefined && others.length === 0 ? first : { _tag: "Every", filters };
};

/** The conditions on a record, or on an object in it at `path`. */
class ConditionPlan {
  readonly compilation: Compilation;
  readonly node: FieldNode;

  constructor(compilation: Compilation, node: FieldNode) {
    this.compilation = compilation;
    this.node = node;
  }

  object(
    argument: Argument | undefined,
    fields: ReadonlyMap<string, ConditionField>,
    path: ReadonlyArray<string>
  ): Filter {
    if (argument?._tag !== "ObjectArgument" || !this.compilation.takeCondition(this.node)) return everything;
    return every([...argument.fields].map(([name, value]) => this.member(name, value, fields, path)));
  }

  member(
    name: string,
    value: Argument,
    fields: ReadonlyMap<string, ConditionField>,
    path: ReadonlyArray<string>
  ): Filter {
    if (value._tag === "NullArgument") return everything;
    const nested = (item: Argument): Filter => this.object(item, fields, path);
    switch (name) {
      case "and":
        return { _tag: "Every", filters: itemsOf(value).map(nested) };
      case "or":
        return { _tag: "Some", filters: itemsOf(value).map(nested) };
      case "not":
        return { _tag: "Not", filter: nested(value) };
      default: {
        const field = fields.get(name);
        return field === undefined ? everything : this.field(name, value, field, path);
      }
    }
  }

  field(name: string, value: Argument, field: ConditionField, path: ReadonlyArray<string>): Filter {
    switch (field._tag) {
      case "MetaCondition": {
        const type = field.meta === "indexedAt" ? "instant" : "string";
        return this.operators(name, value, { _tag: "MetaOperand", meta: field.meta }, type);
      }
      case "ScalarCondition": {
        const operand: Operand = { _tag: "PropertyOperand", path: at(path, field.property), type: field.type };
        return this.operators(name, value, operand, field.type);
      }
      case "ObjectCondition": {
        const properties = this.compilation.api.lexicons.objects.get(field.id)?.properties ?? [];
        const fields = conditionFields(this.compilation.api.lexicons, properties, nestedConditions);
        return this.object(value, fields, at(path, field.property));
      }
      case "LabelsCondition":
        return this.labels(name, value._tag === "ObjectArgument" ? value.fields : new Map());
      case "PresenceCondition":
        return this.presence(value._tag === "ObjectArgument" ? value.fields : new Map(), at(path, field.property));
      case "OwnPresenceCondition": {
        const [first, ...rest] = path;
        return first === undefined ? everything : this.presence(new Map([["isNull", value]]), [first, ...rest]);
      }
    }
  }

  /** `src` says which labels count for the others. */
  labels(name: string, fields: Arguments): Filter {
    const list = (operator: string): Parameter | null => {
      const given = fields.get(operator);
      if (given?._tag !== "ListArgument" || !this.compilation.takeCondition(this.node)) return null;
      return this.list(`where.${name}.${operator}`, given.read, "string");
    };
    const [srcs, has, none] = [list("src"), list("has"), list("none")];
    const labeled = (vals: Parameter | null): Filter => ({ _tag: "Labeled", vals, srcs });
    return every([
      ...(has === null ? [] : [labeled(has)]),
      ...(none === null ? [] : [{ _tag: "Not", filter: labeled(none) } as const]),
      ...(srcs !== null && has === null && none === null ? [labeled(null)] : [])
    ]);
  }

  presence(fields: Arguments, path: readonly [string, ...ReadonlyArray<string>]): Filter {
    const isNull = fields.get("isNull");
    if (isNull === undefined || !this.compilation.takeCondition(this.node)) return everything;
    if (isNull._tag !== "ScalarArgument") return noRow;
    const negated = !this.compilation.pinned((run) => isNull.read(run) === true);
    return { _tag: "IsAbsent", path, negated };
  }

  operators(name: string, value: Argument, operand: Operand, type: OperandType): Filter {
    if (value._tag !== "ObjectArgument") return everything;
    return every([...value.fields].map(([operator, given]) => this.operator(name, operator, given, operand, type)));
  }

  operator(name: string, operator: string, given: Argument, operand: Operand, type: OperandType): Filter {
    if (!this.compilation.takeCondition(this.node)) return everything;
    if (given._tag === "NullArgument") {
      if (operator === "eq") return { _tag: "IsNull", operand, negated: false };
      return operator === "ne" ? { _tag: "IsNull", operand, negated: true } : noRow;
    }
    if (given._tag === "ObjectArgument") return everything;
    const where = `where.${name}.${operator}`;
    switch (operator) {
      case "isNull":
        return { _tag: "IsNull", operand, negated: !this.compilation.pinned((run) => given.read(run) === true) };
      case "in":
      case "notIn":
        return { _tag: "Among", operand, negated: operator === "notIn", values: this.list(where, given.read, type) };
      case "contains":
      case "startsWith":
        return { _tag: "Text", operand, operator, value: this.value(where, given.read, type) };
      case "search":
        return this.search(where, given.read, operand);
      case "eq":
      case "ne":
      case "gt":
      case "gte":
      case "lt":
      case "lte":
        return { _tag: "Compare", operand, operator, value: this.value(where, given.read, type) };
      default:
        return everything;
    }
  }

  search(where: string, read: (run: Compilation["run"]) => unknown, operand: Operand): Filter {
    if (operand._tag === "PropertyOperand") {
      const needles = this.compilation.parameter(this.node, (run) => named(where, searchNeedles(read(run))));
      return { _tag: "Search", operand, needles };
    }
    this.compilation.refuse(this.node, `${where} is not possible. Search a property of the record instead.`);
    return noRow;
  }

  value(where: string, read: (run: Compilation["run"]) => unknown, type: OperandType) {
    return this.compilation.parameter(this.node, (run) => named(where, comparable(read(run), type)));
  }

  list(where: string, read: (run: Compilation["run"]) => unknown, type: OperandType) {
    return this.compilation.parameter(this.node, (run) => named(where, comparables(read(run), type)));
  }
}

const named = <A extends object>(where: string, outcome: A | { readonly refused: string }) =>
  "refused" in outcome ? { refused: `${where} ${outcome.refused}.` } : outcome;

const at = (path: ReadonlyArray<string>, property: string): readonly [string, ...ReadonlyArray<string>] => {
  const [first, ...rest] = path;
  return first === undefined ? [property] : [first, ...rest, property];
};

const itemsOf = (argument: Argument): ReadonlyArray<Argument> =>
  argument._tag === "ListArgument" ? argument.items : [argument];

/**
 * Plans the filter of a `where`. A null field or combination is no condition; `eq: null` matches a missing value and
 * `ne: null` a present one; any other operator with null matches no row.
 */
export const planWhere = (
  compilation: Compilation,
  collection: Collection,
  argument: Argument | undefined,
  node: FieldNode
): Filter => {
  const fields = collectionConditions(compilation.api.lexicons, collection);
  return new ConditionPlan(compilation, node).object(argument, fields, []);
};
