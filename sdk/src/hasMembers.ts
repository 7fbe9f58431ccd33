/** Whether a value is an object with these members. */
export const hasMembers = <Name extends string>(
  value: unknown,
  ...names: ReadonlyArray<Name>
): value is Readonly<Record<Name, unknown>> =>
  typeof value === "object" && value !== null && names.every((name) => name in value);
