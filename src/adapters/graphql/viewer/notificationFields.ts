import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { GraphQLNonNull } from "graphql";
import { markNotificationsSeen } from "../../../application/notifications/markNotificationsSeen.ts";
import { instant } from "../../../domain/record/value/instant.ts";
import { instantText } from "../../../domain/record/value/instantText.ts";
import type { AdminContext } from "../admin/AdminContext.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { dateTimeScalar } from "../schema/scalars/dateTimeScalar.ts";
import { asViewer, databaseUnreachable, fieldError } from "./asViewer.ts";

const noDate = "at must be a datetime with a zone, such as 2026-01-31T12:00:00Z. Send the indexedAt of a notification.";

/** The field with which a user marks notifications as seen. */
export const notificationFields: Required<RootFields<AdminContext>> = {
  query: {},
  mutation: {
    markNotificationsSeen: {
      type: new GraphQLNonNull(dateTimeScalar),
      description:
        "Marks the notifications up to a time as seen, in all apps of the user, and returns the seen marker. It never moves back, and a time in the future counts as now.",
      args: {
        at: {
          type: dateTimeScalar,
          description: "The indexedAt of the newest notification that the user has seen; by default now."
        }
      },
      resolve: (_source, { at = null }: { readonly at?: string | null }, context) => {
        const time = at === null ? Option.some(null) : instant(at);
        if (Option.isNone(time)) return Promise.reject(fieldError(noDate, "BAD_USER_INPUT"));
        return asViewer(
          context,
          () => databaseUnreachable,
          ({ did }) => Effect.map(markNotificationsSeen(did, time.value), instantText)
        );
      }
    }
  }
};
