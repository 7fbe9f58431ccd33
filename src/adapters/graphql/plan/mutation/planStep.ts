import * as Either from "effect/Either";
import { GraphQLError, getArgumentValues } from "graphql";
import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import type { Json, JsonObject } from "../../../../domain/json/Json.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type { ParameterValue } from "../../../../domain/record/query/RecordQuery.ts";
import type { ApiSchema } from "../../schema/ApiSchema.ts";
import { fieldError } from "../Compilation.ts";
import type { BatchMember, ExecutedRoots, MutationStep, PlainMember, RecordResult } from "../Plan.ts";
import { fromGraphQLError, type PlanError } from "../PlanError.ts";
import type { RequestValues } from "../values/RequestValues.ts";
import { batchEntries } from "./batchEntries.ts";
import type { CompiledStep } from "./compileMutation.ts";
import { toRecordValue } from "./toRecordValue.ts";

/** What every step of a mutation is made of beside itself. */
interface StepContext {
  readonly api: ApiSchema;
  readonly run: RequestValues;
  readonly parameters: ReadonlyArray<ParameterValue>;
  readonly executed: (nodes: CompiledStep["nodes"]) => ExecutedRoots;
}

type Planned = Either.Either<MutationStep, ReadonlyArray<PlanError>>;

const argumentsOf = ({ definition, nodes }: CompiledStep, { variables }: RequestValues) => {
  if (definition === null) return Either.right<Record<string, unknown>>({});
  try {
    return Either.right<Record<string, unknown>>(getArgumentValues(definition, nodes[0], { ...variables }));
  } catch (error) {
    return Either.left(error instanceof GraphQLError ? error : new GraphQLError("The arguments cannot be read."));
  }
};

const answerOf = ({ query, parameters: [from, to] }: CompiledStep, parameters: ReadonlyArray<ParameterValue>) => {
  const answer: RecordResult = { query: query ?? { roots: [] }, parameters: parameters.slice(from, to) };
  return answer;
};

/** The key of an existing record: the only one that the Lexicon allows, where nothing is given. */
const existingKey = ({ key }: Collection, given: unknown): string =>
  textOrNull(given) ?? (key._tag === "Literal" ? key.value : "");

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** What graphql-js made of an input is JSON: every scalar of the schema gives JSON. */
const inputOf = (value: unknown): JsonObject => {
  const json: Json = JSON.parse(JSON.stringify(value ?? {}));
  return isJsonObject(json) ? json : {};
};

const listOf = (value: unknown): ReadonlyArray<Json> => {
  const json: Json = JSON.parse(JSON.stringify(value ?? []));
  return Array.isArray(json) ? json : [];
};

const isPlain = (member: BatchMember): member is PlainMember => member._tag !== "RecordMember";

/** One root of a mutation with the arguments of a request. */
export const planStep = (step: CompiledStep, context: StepContext): Planned => {
  const { key, nodes, outputKind, members } = step;
  const field = nodes[0].name.value;
  if (field === "__typename") return Either.right({ _tag: "TypenameStep", key, name: "Mutation" });
  const read = argumentsOf(step, context.run);
  if (Either.isLeft(read)) {
    return Either.left([{ ...fromGraphQLError(read.left, "BAD_USER_INPUT"), path: [key] }]);
  }
  const given = read.right;
  const swapCid = textOrNull(given.swapCid);
  const answer = answerOf(step, context.parameters);
  switch (outputKind?._tag) {
    case "CreateKind": {
      const { collection } = outputKind;
      return Either.right({
        _tag: "CreateStep",
        key,
        field,
        collection,
        ...toRecordValue(context.api.lexicons, collection, inputOf(given.input)),
        rkey: textOrNull(given.rkey),
        answer
      });
    }
    case "UpdateKind": {
      const { collection } = outputKind;
      return Either.right({
        _tag: "UpdateStep",
        key,
        field,
        collection,
        ...toRecordValue(context.api.lexicons, collection, inputOf(given.input)),
        rkey: existingKey(collection, given.rkey),
        swapCid,
        answer
      });
    }
    case "DeleteKind":
      return Either.right({
        _tag: "DeleteStep",
        key,
        field,
        collection: outputKind.collection,
        rkey: existingKey(outputKind.collection, given.rkey),
        swapCid,
        answer: members.filter(isPlain)
      });
    case "ApplyWritesKind": {
      const { entries, problems } = batchEntries(context.api.lexicons, listOf(given.writes));
      if (problems.length > 0)
        return Either.left(problems.map(({ path, reason }) => fieldError(nodes[0], key, `${path} ${reason}.`)));
      return Either.right({ _tag: "ApplyWritesStep", key, field, writes: entries, members, answer });
    }
    case "UploadBlobKind": {
      const { data, mimeType } = given;
      return Either.right({
        _tag: "UploadBlobStep",
        key,
        field,
        data: text(data),
        mimeType: text(mimeType),
        answer: members.filter(isPlain)
      });
    }
    default:
      return Either.right({ _tag: "ExecutedStep", key, field, executed: context.executed(nodes) });
  }
};
