import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the focus of people without a mouse where a press removes the pressed control.
 * @returns a reference to the surroundings, and a function that brings the focus, after the next rendering, to the first
 * match in them
 */
export function useFocusAfter<T extends HTMLElement>(): [
  RefObject<T | null>,
  (selector: string) => void,
] {
  const surroundings = useRef<T>(null);
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const found = surroundings.current?.querySelector<HTMLElement>(wanted.current);
    wanted.current = null;
    found?.focus();
  });
  return [
    surroundings,
    (selector) => {
      wanted.current = selector;
    },
  ];
}
