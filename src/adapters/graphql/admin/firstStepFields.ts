import { GraphQLBoolean, GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLObjectType } from "graphql";
import { type FirstStep, readFirstSteps } from "../../../application/instance/firstSteps.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import type { AdminContext } from "./AdminContext.ts";
import { asAdmin } from "./asAdmin.ts";

const names = new GraphQLEnumType({
  name: "FirstStepName",
  description: "A step from a new instance to one that people use.",
  values: {
    REGISTER_CLIENT: { value: "register-client", description: "An app is registered as an OAuth client." },
    IMPORT_LEXICONS: {
      value: "import-lexicons",
      description: "Lexicons were imported, or LEXICON_DIR is set, beyond those of a first start."
    },
    SIGN_IN: { value: "sign-in", description: "Somebody signed in to an app." },
    PUBLIC_ADDRESS: { value: "public-address", description: "EXTERNAL_BASE_URL is an https address." }
  } satisfies Record<string, { value: FirstStep["step"]; description: string }>
});

const firstStep = new GraphQLObjectType<FirstStep>({
  name: "FirstStep",
  description: "A first step, and whether it is done.",
  fields: { step: { type: new GraphQLNonNull(names) }, isDone: { type: new GraphQLNonNull(GraphQLBoolean) } }
});

/** The admin API field for the first steps of an instance. */
export const firstStepFields: RootFields<AdminContext> = {
  query: {
    firstSteps: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(firstStep))),
      description: "The steps from a new instance to one that people use, computed from the state of the instance.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => readFirstSteps)
    }
  }
};
