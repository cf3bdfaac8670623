let isPressing = false;
let waiting: (() => void)[] = [];

if (!import.meta.env.SSR) {
  addEventListener("mousedown", () => (isPressing = true), { capture: true });
  // A drag and the browser's own menu end a press too; a key shows that its end was missed.
  for (const kind of ["mouseup", "dragend", "contextmenu", "keydown"] as const)
    addEventListener(kind, endPress, { capture: true });
  addEventListener("click", ({ target }) => takeFocus(target), { capture: true });
}

function endPress(): void {
  if (!isPressing) return;
  isPressing = false;
  // The click follows the end of the press in the same task.
  setTimeout(() => {
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  });
}

/**
 * Runs what may move or hide the control that is being pressed: after the click of that press, or at once where nothing is being
 * pressed. A press takes the focus from a field before its click, which is lost if the control is elsewhere by then.
 */
export function afterPress(act: () => void): void {
  if (isPressing) waiting.push(act);
  else act();
}

/**
 * Gives the focus to a pressed button or link, before anything hears the click, as all browsers but Safari do: a dialog gives it
 * back to what had it. Not where a field has kept the focus.
 */
function takeFocus(target: EventTarget | null): void {
  const control =
    target instanceof Element ? target.closest<HTMLElement>("button, a[href], summary") : null;
  if (control && document.activeElement?.contains(control) && document.activeElement !== control)
    control.focus({ preventScroll: true, focusVisible: false } as FocusOptions);
}
