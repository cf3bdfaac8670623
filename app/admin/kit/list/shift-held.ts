import type { ChangeEvent } from "react";

/** Whether Shift was held when a checkbox changed. React fires a checkbox's `onChange` on its `click` event. */
export function wasShiftHeld({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
