import type { Fault } from "../../api/AdminRequestFailed.ts";

/** The labels of the form's fields. */
export const fieldNames = {
  name: "Client name",
  type: "Client type",
  redirectUris: "Redirect URIs",
  scope: "Scope"
} as const;

const isField = (field: string): field is keyof typeof fieldNames => field in fieldNames;

const sentence = (field: string, message: string): string =>
  message.startsWith('"') || !isField(field) ? message : `${fieldNames[field]} ${message}`;

/** Returns the faults of a field as sentences: those that the form found, otherwise those that the service found. */
export const messagesOf = (
  localFaults: ReadonlyArray<Fault>,
  serviceFaults: ReadonlyArray<Fault>,
  field: keyof typeof fieldNames
): ReadonlyArray<string> => {
  const found = localFaults.length > 0 ? localFaults : serviceFaults;
  return [
    ...new Set(found.filter((fault) => fault.field === field).map((fault) => sentence(field, fault.message ?? "")))
  ];
};
