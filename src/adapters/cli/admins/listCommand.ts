import * as Effect from "effect/Effect";
import { type ListedAdmin, listAdmins } from "../../../application/admin/listAdmins.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import { isoTimeOrNull } from "../../../domain/time/isoTime.ts";
import type { Run } from "../command/Command.ts";
import { presentWithSync, type Report } from "../report/present.ts";
import { adminFailure } from "./adminFailure.ts";

const none = "There is no admin. The service prints a setup token when it starts; tidemark setup-token prints one now.";

interface NamedAdmin extends ListedAdmin {
  readonly handle: string | null;
}

const line = ({ addedAt, did, fromConfiguration, handle, role }: NamedAdmin): string => {
  const since = fromConfiguration ? "in ADMIN_DIDS" : `since ${isoTimeOrNull(addedAt)}`;
  return `${role.padEnd(9)}  ${did}  ${handle ?? "handle unknown"}, ${since}`;
};

const report = Effect.gen(function* () {
  const admins = yield* listAdmins;
  const actors = yield* KnownActors;
  const handles = yield* actors.handles(admins.map(({ did }) => did));
  const named = admins.map((admin) => ({ ...admin, handle: handles.get(admin.did) ?? null }));
  return {
    text: named.length === 0 ? none : named.map(line).join("\n"),
    json: { admins: named.map((admin) => ({ ...admin, addedAt: isoTimeOrNull(admin.addedAt) })) }
  } satisfies Report;
}).pipe(Effect.mapError(adminFailure));

export const listCommand: Run = (given) => presentWithSync(given, report);
