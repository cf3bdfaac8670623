import { useEffect, useState } from "react";

/** Milliseconds without another value. */
const quietMs = 100;

/** A value once nothing has changed it for a moment, so that what depends on it does not hold up what is painted now. */
export function useSettled<Value extends object>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
