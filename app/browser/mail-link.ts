/**
 * Runs in the page, inline, before the router reads its address; so it is plain JavaScript and uses nothing from outside.
 * Takes the mark of a campaign's mail out of the address, and loads what counts it once the page has come alive.
 */
function takeMailMark(script: string, aliveEvent: string): void {
  const address = new URL(location.href);
  const mark = address.searchParams.get("k");
  if (mark === null) return;
  address.searchParams.delete("k");
  history.replaceState(history.state, "", address);
  if (!/^\d+\.\d+\.\d+$/.test(mark)) return;
  document.documentElement.dataset.mailClick = mark;
  addEventListener(
    aliveEvent,
    () =>
      import(/* @vite-ignore */ script).catch((error) =>
        console.warn("a mail's link was not counted", error),
      ),
    { once: true },
  );
}

/** @param script the address of mail-click.ts, which nobody else loads */
export const followMailLink = (script: string, aliveEvent: string) =>
  `(${takeMailMark})(${JSON.stringify(script)},${JSON.stringify(aliveEvent)})`;
