import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { GraphQLEnumType, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { readHealth } from "../../../../application/health/readHealth.ts";
import { ThisProcess } from "../../../../application/health/ThisProcess.ts";
import { InstanceDoctor } from "../../../../application/instance/InstanceDoctor.ts";
import type { CheckResult } from "../../../../application/instance/runCheck.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { listOf, text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { healthType } from "./healthTypes.ts";

const checkResult = new GraphQLObjectType<CheckResult>({
  name: "DoctorCheck",
  description: "A check of the instance and its surroundings.",
  fields: {
    name: { type: text },
    title: { type: text },
    status: {
      type: new GraphQLNonNull(
        new GraphQLEnumType({
          name: "DoctorStatus",
          values: {
            OK: { value: "ok" },
            PROBLEM: { value: "problem" },
            SKIPPED: {
              value: "skipped",
              description: "It does not concern this instance, or depends on a problem that was found."
            }
          }
        })
      )
    },
    detail: { type: text },
    remedy: { type: GraphQLString, description: "What to do about a problem; null if the detail says so." }
  }
});

const processId = Effect.map(
  Effect.serviceOption(ThisProcess),
  Option.match({ onNone: () => null, onSome: ({ identity }) => identity.id })
);

/** The admin API fields for the health of the instance. */
export const healthFields: Pick<Required<RootFields<AdminContext>>, "query"> = {
  query: {
    health: {
      type: new GraphQLNonNull(healthType),
      description: "The health of the instance as all of its processes report it.",
      resolve: (_source, _arguments, context) =>
        asAdmin(context, () => Effect.zipWith(readHealth, processId, (health, id) => ({ ...health, processId: id })))
    },
    doctor: {
      type: listOf(checkResult),
      description:
        "Runs the checks of `tidemark doctor` in this process. It changes nothing, and may take up to 30 seconds.",
      resolve: (_source, _arguments, context) =>
        asAdmin(context, () => Effect.flatMap(InstanceDoctor, ({ examine }) => examine))
    }
  }
};
