/*
 * Replays a visitor's input from before hydration, whose events no screen has heard. Each choice and press is recorded and
 * repeated in the same order after hydration: first the visitor's colour, then the press on "add". A part whose scripts
 * come later has the attribute `data-late` until it is hydrated; what is typed there, and all input after it, waits for it,
 * and so does a press on one of its links, which may lead on with what was typed.
 */

export const aliveEvent = "page-alive";

/** Runs in the page, inline, before any other script; so it is plain JavaScript and uses nothing from outside. */
function noteEarlyInput(aliveEvent: string): void {
  interface Act {
    element: HTMLElement;
    readonly value: string | boolean | null;
    /** The name of a control in a part whose scripts had not loaded. */
    readonly lateName: string | undefined;
  }
  let acts: Act[] = [];
  let isAlive = false;
  let isRepeating = false;
  /** What is left to do of the act that is being repeated. */
  let steps: (() => void)[] = [];
  /** How often the first act may wait for its part: its scripts may never come. */
  let waits = 0;
  const isLate = (element: Element) => element.closest("[data-late]") !== null;
  const nameOf = (element: HTMLElement) =>
    ((element as HTMLInputElement).labels?.[0] ?? element).textContent ?? "";
  /** Finds the replacement of a control. React replaces controls when a page is rendered before a lazy part has loaded. */
  const findAgain = (act: Act) => {
    if (act.element.isConnected || act.lateName === undefined) return true;
    const found = [...document.querySelectorAll<HTMLElement>(act.element.localName)].find(
      (element) => nameOf(element) === act.lateName,
    );
    if (found) act.element = found;
    return found !== undefined;
  };
  const isPressed = ({ localName }: Element) => localName === "button" || localName === "a";
  const note = (event: Event) => {
    if (isRepeating || !(event.target instanceof Element)) return;
    const element = event.target.closest<HTMLInputElement>(
      "input, select, textarea, button[type=button]:not([popovertarget]), [data-late] a",
    );
    if (!element || (isAlive && acts.length + steps.length === 0 && !isLate(element))) return;
    const isButton = isPressed(element);
    if (element.localName === "a") {
      const { ctrlKey, metaKey, shiftKey } = event as MouseEvent;
      // Without the page's scripts nobody would repeat it; another tab needs none.
      if (!isAlive || event.type !== "click" || ctrlKey || metaKey || shiftKey) return;
      event.preventDefault();
    }
    // A screen that is half hydrated would act on choices that it does not know yet.
    event.stopImmediatePropagation();
    if (isButton !== (event.type === "click")) return;
    const isTicked = /^(radio|checkbox)$/.test(element.type);
    const value =
      isButton || element.type === "file" ? null : isTicked ? element.checked : element.value;
    // The last choice of a control counts, and the last press only, because people press repeatedly without a
    // response.
    acts = acts.filter((act) => (isButton ? !isPressed(act.element) : act.element !== element));
    acts.push({ element, value, lateName: isLate(element) ? nameOf(element) : undefined });
    if (isAlive && acts.length === 1 && steps.length === 0) next();
  };
  const kinds = ["click", "input", "change"];
  for (const kind of kinds) addEventListener(kind, note, true);

  const stepsOf = ({ element, value }: Act): (() => void)[] => {
    if (!element.isConnected) return [];
    const input = element as HTMLInputElement;
    if (isPressed(element)) return [() => element.click()];
    if (typeof value === "boolean") {
      return [
        () => {
          input.checked = !value;
          input.click();
        },
      ];
    }
    return [
      () => {
        if (value === null) return;
        const { selectionStart, selectionEnd } = input;
        // React overrides the element's `value` setter and ignores events without a change there, so use the prototype's setter.
        const { set } =
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value") ?? {};
        input.value = `${value} `;
        set?.call(input, value);
        if (selectionStart && document.activeElement === input) {
          input.setSelectionRange(selectionStart, selectionEnd);
        }
        input.dispatchEvent(new Event("input", { bubbles: true }));
      },
      () => input.dispatchEvent(new Event("change", { bubbles: true })),
      () => {
        // Typed input counts once the field loses the focus.
        if (document.activeElement === input) return;
        input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
      },
    ];
  };
  // One after the other: each is rendered before the next.
  const next = () => {
    const step = steps.shift();
    if (step) {
      isRepeating = true;
      step();
      isRepeating = false;
      setTimeout(next);
      return;
    }
    const [act] = acts;
    if (!act) return;
    const isThere = findAgain(act);
    if ((!isThere || (act.element.isConnected && isLate(act.element))) && waits++ < 200) {
      setTimeout(next, 50);
      return;
    }
    waits = 0;
    acts.shift();
    steps = stepsOf(act);
    next();
  };
  addEventListener(
    aliveEvent,
    () => {
      isAlive = true;
      next();
    },
    { once: true },
  );
}

/** The script for the document's head. */
export function earlyInput(): string {
  return `(${noteEarlyInput})(${JSON.stringify(aliveEvent)});`;
}

/** The page answers to the visitor from now on. */
export function announceAlive(): void {
  document.documentElement.dataset.alive = "";
  dispatchEvent(new Event(aliveEvent));
}
