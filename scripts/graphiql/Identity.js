import { createElement as h, useSyncExternalStore } from "react";
import { suggestedAccount } from "./link.js";
import { identity, signIn, signOut } from "./login.js";

const asMe = (user) => user.handle ?? user.did;

/** Who operations are sent as: a choice between the signed-in user and nobody, with the buttons to sign in and out. */
export const Identity = () => {
  const { asNobody, isBusy, problem, user } = useSyncExternalStore(identity.subscribe, identity.get);
  const trouble = problem !== null && h("span", { className: "bar-problem", role: "alert" }, problem);
  if (user === null) {
    return h(
      "div",
      { className: "bar-group" },
      h("span", { className: "bar-who" }, "Not signed in"),
      h(
        "button",
        { type: "button", className: "bar-button", disabled: isBusy, onClick: () => void signIn(suggestedAccount) },
        suggestedAccount === null ? "Sign in" : `Sign in as ${suggestedAccount}`
      ),
      trouble
    );
  }
  return h(
    "div",
    { className: "bar-group" },
    h(
      "label",
      { className: "bar-who" },
      h("span", { className: "bar-label" }, "Run as"),
      h(
        "select",
        {
          "aria-label": "Run operations as",
          value: asNobody ? "nobody" : "me",
          onChange: (event) => identity.setAsNobody(event.target.value === "nobody")
        },
        h("option", { value: "me" }, asMe(user)),
        h("option", { value: "nobody" }, "Nobody")
      )
    ),
    h(
      "button",
      { type: "button", className: "bar-button", disabled: isBusy, onClick: () => void signOut() },
      "Sign out"
    ),
    trouble
  );
};
