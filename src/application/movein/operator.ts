/** Who moves another instance in. */
export const operator = { type: "operator", id: null } as const;
