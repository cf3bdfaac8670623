import { hasDirtyForm } from "./dirty-forms.ts";
import { pageSetting } from "./page-setting.ts";

const checkEvery = 5 * 60_000;
/** Two reloads within this time would be a loop. */
const reloadGuard = 10_000;
const guardKey = "reloaded-at";

let isStale = false;
/** The requested page that has not loaded yet. */
let wanted: string | null = null;

/** Checks periodically whether the server has a newer build than this page. */
export function watchBuild(): () => void {
  const check = async () => {
    const id = await servedBuild();
    if (id !== undefined) isStale = id !== pageSetting("build");
  };
  const timer = setInterval(check, checkEvery);
  const onChunkFailure = (event: Event) => {
    if (reloadOnce()) event.preventDefault();
  };
  // The router answers a page's missing script by loading the page anew that is left, not the one that was pressed.
  const onReload = (event: NavigateEvent) => {
    if (!wanted || event.navigationType !== "reload") return;
    event.preventDefault();
    location.assign(wanted);
  };
  const { navigation } = window;
  addEventListener("vite:preloadError", onChunkFailure);
  navigation?.addEventListener("navigate", onReload);
  return () => {
    clearInterval(timer);
    removeEventListener("vite:preloadError", onChunkFailure);
    navigation?.removeEventListener("navigate", onReload);
  };
}

/** Called before a page is requested. @param address null once it has loaded */
export function pressedFor(address: string | null): void {
  wanted = address;
}

/** On navigation: loads the page from the server when this build is old. */
export function reloadIfStale(address: string): void {
  if (isStale) reloadOnce(address);
}

/** @returns whether the page is being reloaded */
function reloadOnce(address = wanted ?? location.href): boolean {
  if (hasDirtyForm()) return false;
  try {
    const last = Number(sessionStorage.getItem(guardKey) ?? 0);
    if (Date.now() - last < reloadGuard) return false;
    sessionStorage.setItem(guardKey, String(Date.now()));
  } catch {
    // Without storage there is no guard, and a loop would be worse than an old page.
    return false;
  }
  location.assign(address);
  return true;
}

async function servedBuild(): Promise<string | undefined> {
  try {
    const response = await fetch("/_build.json", { cache: "no-store" });
    const body: { id?: unknown } = await response.json();
    return response.ok && typeof body.id === "string" ? body.id : undefined;
  } catch {
    return undefined;
  }
}
