import type { Page } from "playwright-core";

/** The elements of the app and the PDS, located as a user finds them. */
export const app = (page: Page) => ({
  handle: page.getByLabel("Your handle"),
  problem: page.getByRole("alert"),
  news: page.getByRole("status"),
  feed: page.getByRole("listitem"),
  mine: page.getByRole("heading", { name: /How are you, .*\?/ }),
  mood: (name: string) => page.getByRole("button", { name, exact: true }),
  logOut: page.getByRole("button", { name: "Log out" }),
  again: page.getByRole("button", { name: "Try again" })
});

/** Signs in at the PDS, up to its consent page. */
export const signInAtPds = async (page: Page, account: { readonly password: string }) => {
  await page.locator("input[name=password]").fill(account.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: "Authorize" }).waitFor();
};

/** Goes from the app's form to the consent page of the PDS. */
export const goToConsent = async (page: Page, account: { readonly handle: string; readonly password: string }) => {
  await app(page).handle.fill(account.handle);
  await app(page).handle.press("Enter");
  await signInAtPds(page, account);
};

/** Completes a login, back to the app. */
export const logIn = async (page: Page, account: { readonly handle: string; readonly password: string }) => {
  await goToConsent(page, account);
  await page.getByRole("button", { name: "Authorize" }).click();
  await app(page).mine.waitFor();
};
