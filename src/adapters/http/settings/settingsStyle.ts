import { createHash } from "node:crypto";

/** What the settings have beside the style of every page: room, a table that stacks on narrow screens, forms. */
export const settingsStyle = `
main { max-width: 60rem }
main:has(> .narrow) { max-width: 34rem }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .25rem 1.5rem; margin-bottom: .5rem }
header p { margin: 0 } header .row { margin-top: 0; gap: .5rem 1rem }
h2 { margin: 2.25rem 0 .75rem; font-size: 1.1875rem; letter-spacing: -.01em }
form input, textarea, .hint, .wrong { max-width: 34rem }
textarea { width: 100%; min-height: 6.5rem; padding: .625rem .875rem; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--soft); border-radius: .625rem; resize: vertical; white-space: pre; overflow-wrap: normal; overflow-x: auto }
textarea[aria-invalid] { border-color: var(--wrong) }
fieldset { margin: 1.5rem 0 0; padding: 0; border: 0 } legend { padding: 0; font-weight: 600 }
.choice { display: grid; grid-template-columns: auto 1fr; gap: 0 .75rem; align-items: start; max-width: 34rem; margin: .5rem 0 0;
  padding: .75rem .875rem; font-weight: 400; background: var(--paper); border: 1px solid var(--line); border-radius: .625rem; cursor: pointer }
.choice:has(:checked) { border-color: var(--sea) }
.choice input { width: 1.125rem; min-height: 0; height: 1.125rem; margin: .2rem 0 0; padding: 0; accent-color: var(--sea) }
.choice strong { display: block } .choice small { display: block; color: var(--soft); font-size: .875rem }
button { max-width: 34rem }
.quiet { width: auto; min-height: 2.5rem; margin: 0; padding: .25rem .875rem; color: var(--sea); background: none; border-color: var(--line); font-weight: 500 }
.quiet:hover { color: var(--on-sea); background: var(--sea) }
.danger { color: #fff; background: #a3231a } .danger:hover { background: #7d170f }
.action { display: inline-flex; align-items: center; min-height: 2.5rem; white-space: nowrap }
table { width: 100%; border-collapse: collapse; font-size: .9375rem }
th { padding: .5rem .75rem .5rem 0; text-align: left; color: var(--soft); font-weight: 600; font-size: .8125rem }
td { padding: .75rem .75rem .75rem 0; vertical-align: top; border-top: 1px solid var(--line) }
td:last-child, th:last-child { padding-right: 0; text-align: right }
td ul li { padding: 0; border: 0 } td small { display: block; color: var(--soft) }
code { user-select: all; overflow-wrap: anywhere }
.empty { padding: 1.5rem; text-align: center; border: 1px dashed var(--line); border-radius: .75rem }
.once { display: block; margin: 1.25rem 0; padding: 1rem 1.125rem; border: 1px solid var(--sea); border-radius: .75rem; background: var(--paper) }
.once dt { margin: 0 0 .25rem; font-weight: 600 } .once dd { margin: 0 } .once dd + dt { margin-top: 1rem } .once code { font-size: 1rem }
.wrong a { color: inherit } .wrong ul { margin-top: .25rem } .wrong li { padding: .125rem 0; border: 0 }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; margin-top: 1.25rem } .row button { width: auto; margin: 0 }
body:has(table, textarea) { place-items: start center }
@media (max-width: 44rem) {
  table, tbody, tr, td { display: block } thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  tr { padding: .75rem 0; border-top: 1px solid var(--line) }
  td, td:last-child { padding: .25rem 0; border: 0; text-align: left }
  td[data-name]::before { content: attr(data-name); display: block; color: var(--soft); font-size: .8125rem; font-weight: 600 }
}
@media (prefers-color-scheme: dark) { .danger { color: #2b0906; background: #ffaaa0 } .danger:hover { background: #ffc9c2 } }
@media (forced-colors: active) { textarea, .choice, .once, .empty { border: 1px solid } }
`;

/** How the policy of a page names it. */
export const settingsStyleSource = `'sha256-${createHash("sha256").update(settingsStyle).digest("base64")}'`;
