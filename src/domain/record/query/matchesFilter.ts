import { matchesSearch } from "../../search/matchesSearch.ts";
import { recentWords } from "../../search/recentWords.ts";
import { propertyAt } from "../value/propertyAt.ts";
import { compareScalars } from "./compareScalars.ts";
import { foldCase } from "./foldCase.ts";
import { type NamedRecord, operandValue } from "./operandValue.ts";
import type { RecordLabels } from "./RecordLabels.ts";
import type { Filter, ParameterValue } from "./RecordQuery.ts";
import { listParameter, scalarParameter, textParameter, textsParameter } from "./readParameter.ts";

type Compare = Extract<Filter, { readonly _tag: "Compare" }>;
type Text = Extract<Filter, { readonly _tag: "Text" }>;

const ordered = (operator: Compare["operator"], order: number): boolean => {
  switch (operator) {
    case "eq":
      return order === 0;
    case "ne":
      return order !== 0;
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
  }
};

const textual = (operator: Text["operator"], text: string, part: string): boolean =>
  operator === "startsWith" ? text.startsWith(part) : foldCase(text).includes(foldCase(part));

type Labeled = Extract<Filter, { readonly _tag: "Labeled" }>;

const hasLabel = (
  { srcs, vals }: Labeled,
  record: NamedRecord,
  parameters: ReadonlyArray<ParameterValue>,
  labels: RecordLabels
): boolean => {
  const [wanted, sources] = [vals && listParameter(parameters, vals), srcs && listParameter(parameters, srcs)];
  return labels
    .of(record.record)
    .some(({ src, val }) => (wanted === null || wanted.includes(val)) && (sources === null || sources.includes(src)));
};

/** Whether a record satisfies a filter. */
export const matchesFilter = (
  filter: Filter,
  record: NamedRecord,
  parameters: ReadonlyArray<ParameterValue>,
  labels: RecordLabels
): boolean => {
  switch (filter._tag) {
    case "Every":
      return filter.filters.every((each) => matchesFilter(each, record, parameters, labels));
    case "Some":
      return filter.filters.some((each) => matchesFilter(each, record, parameters, labels));
    case "Not":
      return !matchesFilter(filter.filter, record, parameters, labels);
    case "Labeled":
      return hasLabel(filter, record, parameters, labels);
    case "HiddenFromViewer": {
      const hidden = labels.hidden(filter.viewer && textParameter(parameters, filter.viewer));
      return labels.of(record.record).some(({ val }) => hidden.has(val));
    }
    case "IsNull":
      return (operandValue(record, filter.operand) === null) !== filter.negated;
    case "IsAbsent":
      return ((propertyAt(record.record.value, filter.path) ?? null) === null) !== filter.negated;
    case "Compare": {
      const value = operandValue(record, filter.operand);
      if (value === null) return false;
      return ordered(filter.operator, compareScalars(value, scalarParameter(parameters, filter.value)));
    }
    case "Among": {
      const value = operandValue(record, filter.operand);
      if (value === null) return false;
      return listParameter(parameters, filter.values).includes(value) !== filter.negated;
    }
    case "Text": {
      const value = operandValue(record, filter.operand);
      return typeof value === "string" && textual(filter.operator, value, textParameter(parameters, filter.value));
    }
    case "Search": {
      const value = operandValue(record, filter.operand);
      return typeof value === "string" && matchesSearch(recentWords(value), textsParameter(parameters, filter.needles));
    }
  }
};
