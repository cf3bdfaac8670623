import { readClickMark } from "#shop/orders/mail-clicks/click-mark.ts";
import { keepClick, keptClick } from "./kept-click.ts";

/*
 * Loaded by a page that was opened by a link of a campaign's mail (mail-link.ts), and by no other one.
 */

/** Links that a device remembers at most. */
const maxCounted = 50;

void takeMailClick(document.documentElement.dataset.mailClick ?? "");

/** Counts the click once on this device, and keeps it: the last one wins. */
async function takeMailClick(k: string): Promise<void> {
  const mark = readClickMark(k);
  if (!mark) return;
  const kept = keptClick();
  const counted = kept?.counted ?? [];
  const isCounted = counted.includes(k);
  const isOther = counted.every((link) => readClickMark(link)?.campaign !== mark.campaign);
  try {
    const days = isCounted ? kept?.days : await count(k, isOther);
    if (days === undefined) return;
    const links = isCounted ? counted : [k, ...counted].slice(0, maxCounted);
    keepClick({ k, at: new Date().toISOString(), days, counted: links });
  } catch (error) {
    console.warn("a mail's link was not counted", error);
  }
}

/** @returns days for which the device keeps the click; undefined where the shop counted none */
async function count(k: string, first: boolean): Promise<number | undefined> {
  const answer = await fetch("/api/mail-click", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ k, first }),
    keepalive: true,
  });
  if (answer.status !== 200) return undefined;
  const { days }: { days: number } = await answer.json();
  return days;
}
