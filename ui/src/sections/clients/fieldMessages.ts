import type { Fault } from "../../api/AdminRequestFailed.ts";

/** The fields of the form by their labels. */
export const fieldNames = {
  name: "Client Name",
  type: "Client Type",
  redirectUris: "Redirect URIs",
  scope: "Scope"
} as const;

const isField = (field: string): field is keyof typeof fieldNames => field in fieldNames;

const sentence = (field: string, message: string): string =>
  message.startsWith('"') || !isField(field) ? message : `${fieldNames[field]} ${message}`;

/** What is wrong with a field, as whole sentences: what the form found, and what the service said beyond that. */
export const messagesOf = (
  wrong: ReadonlyArray<Fault>,
  refused: ReadonlyArray<Fault>,
  field: keyof typeof fieldNames
): ReadonlyArray<string> => {
  const found = wrong.length > 0 ? wrong : refused;
  return [
    ...new Set(found.filter((fault) => fault.field === field).map((fault) => sentence(field, fault.message ?? "")))
  ];
};
