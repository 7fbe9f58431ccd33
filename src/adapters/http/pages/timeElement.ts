import { relativeTime } from "../../../domain/time/relativeTime.ts";
import { type Html, html } from "./Html.ts";

const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Returns a time with its minute and its zone, for sentences that must be exact. */
export const exactTime = (at: number): string => `${exact.format(at)} UTC`;

/**
 * Returns a time relative to now, which is right in every time zone without a script; the exact time is in the tooltip. A time that is
 * far away is a date.
 */
export const timeElement = (at: number, now: number): Html =>
  html`<time datetime="${new Date(at).toISOString()}" title="${exactTime(at)}">${relativeTime(at, now) ?? date.format(at)}</time>`;
