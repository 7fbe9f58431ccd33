import type { IconName } from "../components/Icon.tsx";

/** A place in the navigation. */
export interface Section {
  readonly to: string;
  readonly name: string;
  readonly icon: IconName;
}

/** The navigation in its groups. What is not there yet has no link: live sync comes below Watch, proofs beside Audit. */
export const sections: ReadonlyArray<{ readonly name: string; readonly sections: ReadonlyArray<Section> }> = [
  {
    name: "Watch",
    sections: [
      { to: "/", name: "Activity", icon: "activity" },
      { to: "/audit", name: "Audit", icon: "audit" },
      { to: "/skipped", name: "Skipped records", icon: "filter" }
    ]
  },
  {
    name: "Manage",
    sections: [
      { to: "/clients", name: "OAuth Clients", icon: "clients" },
      { to: "/lexicons", name: "Lexicons", icon: "lexicons" },
      { to: "/sessions", name: "Sessions", icon: "people" }
    ]
  },
  {
    name: "Instance",
    sections: [
      { to: "/admins", name: "Admins", icon: "key" },
      { to: "/instance", name: "Settings", icon: "settings" },
      { to: "/danger", name: "Danger zone", icon: "danger" }
    ]
  }
];

/** Whether a place in the navigation holds a path. */
export const holds = ({ to }: Section, path: string): boolean =>
  to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
