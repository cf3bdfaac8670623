let isHeld = false;

if (!import.meta.env.SSR) {
  addEventListener("click", ({ shiftKey }) => (isHeld = shiftKey), { capture: true });
}

/** Whether the click that changes a box now was made with Shift; the event of the change does not know. */
export const isShiftHeld = () => isHeld;
