const name = "handle";

/** The handle that was typed last in this tab: still there when somebody comes back without having logged in. */
export const rememberedHandle = (): string => {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return ""; // This browser keeps nothing for this page.
  }
};

export const rememberHandle = (handle: string): void => {
  try {
    sessionStorage.setItem(name, handle);
  } catch {
    // Then it is typed again.
  }
};
