import type { IconName } from "../components/Icon.tsx";

/** An entry of the navigation. */
export interface Section {
  readonly to: string;
  readonly name: string;
  readonly icon: IconName;
}

/** The entries of the navigation in their groups. */
export const sections: ReadonlyArray<{ readonly name: string; readonly sections: ReadonlyArray<Section> }> = [
  {
    name: "Monitor",
    sections: [
      { to: "/", name: "Activity", icon: "activity" },
      { to: "/health", name: "Health", icon: "pulse" },
      { to: "/sync", name: "Sync", icon: "refresh" },
      { to: "/audit", name: "Audit log", icon: "audit" },
      { to: "/skipped", name: "Skipped records", icon: "filter" }
    ]
  },
  {
    name: "Manage",
    sections: [
      { to: "/records", name: "Records", icon: "records" },
      { to: "/accounts", name: "Accounts", icon: "person" },
      { to: "/moderation", name: "Moderation", icon: "flag" },
      { to: "/clients", name: "OAuth clients", icon: "clients" },
      { to: "/lexicons", name: "Lexicons", icon: "lexicons" },
      { to: "/graphiql", name: "GraphiQL", icon: "write" },
      { to: "/sessions", name: "Sessions", icon: "people" }
    ]
  },
  {
    name: "Instance",
    sections: [
      { to: "/admins", name: "Admins", icon: "key" },
      { to: "/webhook", name: "Webhook", icon: "send" },
      { to: "/instance", name: "Settings", icon: "settings" },
      { to: "/danger", name: "Danger zone", icon: "danger" }
    ]
  }
];

/** Whether a path belongs to a section. */
export const containsPath = ({ to }: Section, path: string): boolean =>
  to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
