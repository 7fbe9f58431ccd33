import type { AuditStoryKind } from "../../api/documents.ts";
import type { IconName } from "../../components/Icon.tsx";

/** The icon of each kind of story, and what the kind is called. */
export const storyIcons: Readonly<Record<AuditStoryKind, { readonly icon: IconName; readonly name: string }>> = {
  SIGN_IN: { icon: "signIn", name: "Sign-in" },
  SIGN_OUT: { icon: "signOut", name: "Sign-out" },
  REFRESH: { icon: "refresh", name: "Token refresh" },
  WRITE: { icon: "write", name: "Write" },
  UPLOAD: { icon: "upload", name: "Upload" },
  APP: { icon: "clients", name: "App" },
  REPOSITORY: { icon: "download", name: "Indexing" },
  MODERATION: { icon: "flag", name: "Moderation" },
  ADMINISTRATION: { icon: "settings", name: "Administration" }
};
