const name = "handle";

/** The last handle entered in this tab, for users who return without having logged in. */
export const rememberedHandle = () => {
  try {
    return sessionStorage.getItem(name) ?? "";
  } catch {
    return ""; // The browser blocks storage for this page.
  }
};

export const rememberHandle = (handle) => {
  try {
    sessionStorage.setItem(name, handle);
  } catch {
    // The user has to type it again.
  }
};
