import type { ChangeEvent } from "react";

/** Whether the click that changed a checkbox was made with Shift held. React reports a checkbox's change on its click. */
export function wasShiftHeld({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
