import { createHash } from "node:crypto";
import { fontFaces } from "../brand/brandFiles.ts";

/** The stylesheet of all pages: narrow screens first, light and dark, with the typeface of the service. */
export const pageStyle = `
${fontFaces}:root { color-scheme: light dark; --ink: #10242e; --soft: #4d626d; --paper: #f4f8f9; --card: #fff; --line: #cddae0;
  --sea: #0b6478; --sea-deep: #084c5c; --on-sea: #fff; --wrong: #a3231a; --wrong-paper: #fdf1ef; --glow: #0b647833;
  --sea-soft: #dff0f4; --good: #17663f; --good-paper: #e0f3e8; --warn: #744900; --warn-paper: #fdf2da }
@media (prefers-color-scheme: dark) { :root { --ink: #e7f1f4; --soft: #9db3bd; --paper: #0b161b; --card: #122229;
  --line: #2a424d; --sea: #5cc3d8; --sea-deep: #8ad7e7; --on-sea: #06222a; --wrong: #ffaaa0; --wrong-paper: #33191a;
  --glow: #5cc3d84d; --sea-soft: #11333c; --good: #72d29c; --good-paper: #11301f; --warn: #f0c36d; --warn-paper: #31260e } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.25rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.55 "Inter", "Inter fallback", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; -webkit-text-size-adjust: 100% }
main { width: 100%; max-width: 27rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  padding: clamp(1.25rem, 6vw, 2.25rem); box-shadow: 0 1px 2px #0b161b0f, 0 12px 32px -16px #0b161b40; overflow-wrap: anywhere }
.mark { display: flex; align-items: center; gap: .5rem; margin: 0 0 1.5rem; color: var(--soft); font-weight: 500; letter-spacing: .01em }
h1 { margin: 0 0 .5rem; font-weight: 600; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.015em; text-wrap: balance }
h2 { margin: 1.75rem 0 .25rem; font-weight: 600; font-size: 1rem }
p { margin: 0 0 1rem; color: var(--soft) }
strong { color: var(--ink); font-weight: 500 }
a { color: var(--sea); text-underline-offset: .2em }
label { display: block; margin: 1.5rem 0 .375rem; font-weight: 500 }
input { width: 100%; min-height: 3rem; padding: .625rem .875rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .625rem }
input::placeholder { color: var(--soft); opacity: .8 }
input[aria-invalid] { border-color: var(--wrong) }
:focus-visible { outline: 3px solid var(--glow); outline-offset: 1px; border-color: var(--sea) }
button { width: 100%; min-height: 3rem; margin-top: 1rem; padding: .625rem 1rem; font: inherit; font-weight: 500; cursor: pointer;
  color: var(--on-sea); background: var(--sea); border: 1px solid transparent; border-radius: .625rem }
button.second { margin-top: .625rem; color: var(--ink); background: transparent; border-color: var(--soft) }
button.second:hover { background: var(--paper) }
button:hover { background: var(--sea-deep) }
.hint { margin: .5rem 0 0; font-size: .875rem }
.wrong { margin: .5rem 0 0; padding: .625rem .875rem; color: var(--wrong); background: var(--wrong-paper); border-radius: .5rem; font-size: .9375rem }
.done { margin: .5rem 0 0; padding: .625rem .875rem; color: var(--ink); background: var(--paper); border-left: 4px solid var(--sea); border-radius: .5rem; font-size: .9375rem }
main:has(section) { max-width: 42rem } section { margin-top: 2.25rem } section h2 { margin-top: 0; font-size: 1.1875rem } h3 { margin: 0; font-weight: 500; font-size: 1.0625rem }
.who + .wrong, .who + .done { margin-top: 1rem } .who { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between } .who p { margin: 0 } .who button { width: auto; margin: 0; min-height: 2.75rem }
.signins > li { padding: 1.25rem 0 } .signins .facts { margin: .75rem 0 } .signins .hint { margin: .125rem 0 0 } .signins button { margin: 0 } .signins > li > p + p { margin-top: .5rem } 
.signins .scopes { padding-left: 1.125rem; list-style: disc } .signins .scopes li { padding: 0 0 .25rem; border: 0 } .more { margin: 1rem 0 0 }
.none { padding: 1rem; text-align: center; border: 1px dashed var(--soft); border-radius: .625rem }
@media (min-width: 40rem) { .signins .of-app, .signins .can { margin-left: 3.25rem } .signins button { width: auto; min-width: 8rem } }
time { text-decoration: none; cursor: help }
.party { display: flex; gap: .75rem; align-items: center; min-width: 0 } .party > div { min-width: 0 } .party p { margin: 0 } .party .hint { margin: .125rem 0 0 }
.party.framed { margin: 0 0 .75rem; padding: .875rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .625rem }
.initial { flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: .625rem; background: var(--sea-soft); color: var(--sea-deep); font-weight: 500; font-size: 1.125rem }
.who .initial { border-radius: 50% }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 500; line-height: 1.5rem }
.badge.good { color: var(--good); background: var(--good-paper) } .badge.warn { color: var(--warn); background: var(--warn-paper) }
.signins .of-app > li { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between; padding: .875rem 0; border-top: 1px solid var(--line) }
.signins .of-app > li:first-child { border-top: 0; padding-top: .5rem } .signins .facts.can { margin-bottom: .25rem } .signins .of-app > li:last-child { padding-bottom: 0 } .signins .of-app .facts { margin: 0; padding: 0; border: 0; background: none; flex: 1 1 18rem } .signins .of-app { row-gap: 0 } .signins .of-app > li > p { flex: 1 1 100%; margin: 0 } .signins .of-app > li:not(:has(form)) { gap: .125rem }
details { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
summary { cursor: pointer; font-weight: 500; color: var(--soft) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .375rem 1rem; margin: .75rem 0 0; font-size: .875rem }
.facts { margin: 0 0 1rem; padding: .875rem 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; font-size: .9375rem }
.scopes li { padding: .5rem 0; font-size: .9375rem } .scopes li:first-child { border-top: 0 }
dt { color: var(--soft) } dd { margin: 0 }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
ul { margin: 0; padding: 0; list-style: none } li { padding: .75rem 0; border-top: 1px solid var(--line) } li p { margin: 0; font-size: .9375rem }
@media (max-width: 24rem) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: .5rem } }
@media (forced-colors: active) { main, button, input { border: 1px solid } }
`;

/** The hash of the stylesheet for the policy of a page, which allows no other style and no script (CSP level 3, section 2.3.1). */
export const pageStyleSource = `'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'`;
