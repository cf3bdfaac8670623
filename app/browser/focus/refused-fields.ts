const invalid = "[aria-invalid=true]";
const alert = "[role=alert]";
const focusable = "input:not([type=hidden]), select, textarea, button, [tabindex]";

/**
 * After a submit, scrolls to the first invalid field and focuses it, or scrolls to the error message. The answer can render in
 * several steps, so mutations are observed until the next input or pointerdown. A button that sends without a form has the
 * attribute `data-sends`.
 */
export function watchRefusedFields(): () => void {
  let sent: Element | null = null;
  let page: Element | null = null;
  let shown: Element | null = null;
  const observer = new MutationObserver((changes) => show(changes));

  /** @param changes of the page; absent: it was just sent */
  function show(changes?: readonly MutationRecord[]): void {
    // The answer may have put another form in its place.
    const within = [sent, page].find((one) => one?.isConnected);
    if (!within) {
      stop();
      return;
    }
    const field = [...within.querySelectorAll<HTMLElement>(invalid)].find(isShown);
    if (field) {
      if (field === shown) return;
      shown = field;
      open(field);
      (field.matches(focusable) ? field : field.querySelector<HTMLElement>(focusable))?.focus();
      field.scrollIntoView({ block: "center" });
      return;
    }
    const changed = changes
      ? changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((one) => one instanceof Element)
      : [within];
    const message = changed
      .flatMap((one) => (one.matches(alert) ? [one] : [...one.querySelectorAll(alert)]))
      .find(isShown);
    message?.scrollIntoView({ block: "nearest" });
  }
  function start(within: Element): void {
    sent = within;
    page = within.closest("dialog, main");
    shown = null;
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-invalid"],
    });
    // The same fields may be invalid again, which changes nothing on the page.
    show();
  }
  function stop(): void {
    sent = page = null;
    observer.disconnect();
  }

  const onSubmit = ({ target }: Event) => target instanceof Element && start(target);
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest("[data-sends]") : null;
    const within = button?.closest("form, dialog, main");
    if (within) start(within);
  };
  // After a submit without scripts, the new document contains the invalid fields.
  const main = document.querySelector("main");
  if (main?.querySelector(invalid)) start(main);
  // Listeners of the window run after those of the components.
  addEventListener("submit", onSubmit);
  addEventListener("click", onClick);
  for (const kind of ["input", "pointerdown"]) addEventListener(kind, stop, true);
  return () => {
    stop();
    removeEventListener("submit", onSubmit);
    removeEventListener("click", onClick);
    for (const kind of ["input", "pointerdown"]) removeEventListener(kind, stop, true);
  };
}

/** Not hidden, except in a folded part. */
function isShown(one: Element): boolean {
  return one.checkVisibility() || one.closest("details:not([open])") !== null;
}

/** Opens the folded parts of the page that the field is in. */
function open(field: Element): void {
  for (
    let part = field.closest("details");
    part;
    part = part.parentElement?.closest("details") ?? null
  )
    part.open = true;
}
