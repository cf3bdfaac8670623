export const colourModes = ["light", "dark", "system"] as const;
export type ColourMode = (typeof colourModes)[number];

const key = "nuxt-color-mode";
/** Of the browser's own bars; the paper tokens of styles/colours.css. */
export const paperColours = { light: "#f6f7f5", dark: "#0c0f24" } as const;
const darkQuery = "(prefers-color-scheme: dark)";

/**
 * Runs before the first paint, to avoid a flash of the wrong colour mode. A string because it is inlined; it must
 * agree with `applyColourMode`.
 */
export const colourModeScript = `(function(){var r=document.documentElement,m=r.dataset.forcedMode;try{m=m||localStorage.getItem("${key}")}catch(e){}if(m!=="light"&&m!=="dark")m=matchMedia("${darkQuery}").matches?"dark":"light";r.classList.add(m)})()`;

export function storedColourMode(): ColourMode {
  try {
    const stored = localStorage.getItem(key);
    return colourModes.find((mode) => mode === stored) ?? "system";
  } catch {
    return "system";
  }
}

export function chooseColourMode(mode: ColourMode): void {
  try {
    localStorage.setItem(key, mode);
  } catch {
    // Storage is blocked: the choice lasts for this page only.
  }
  applyColourMode(mode);
  for (const listener of listeners) listener();
}

/** A page may force light or dark; forcing system makes no sense and is refused. */
export function forcedColourMode(asked: unknown): "light" | "dark" | undefined {
  if (asked === "system") console.warn("A page cannot force system colour mode");
  return asked === "light" || asked === "dark" ? asked : undefined;
}

export function applyColourMode(mode: ColourMode): void {
  const root = document.documentElement;
  const forced = forcedColourMode(root.dataset.forcedMode);
  const shown = forced ?? (mode === "system" ? systemMode() : mode);
  // Skip a class that is already set: changing a class of the document restyles all of it.
  if (!root.classList.contains(shown)) {
    root.classList.remove("light", "dark");
    root.classList.add(shown);
  }
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    meta.content = (shown === "light" && root.dataset.ground) || paperColours[shown];
  }
}

const listeners = new Set<() => void>();

/** Follows the operating system, other tabs, and choices made on this page. */
export function followColourMode(onChange: () => void): () => void {
  const system = matchMedia(darkQuery);
  const follow = () => {
    applyColourMode(storedColourMode());
    onChange();
  };
  const followStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) follow();
  };
  listeners.add(onChange);
  system.addEventListener("change", follow);
  addEventListener("storage", followStorage);
  return () => {
    listeners.delete(onChange);
    system.removeEventListener("change", follow);
    removeEventListener("storage", followStorage);
  };
}

function systemMode(): "light" | "dark" {
  return matchMedia(darkQuery).matches ? "dark" : "light";
}
