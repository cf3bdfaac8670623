/** As a `ref`: what appears because somebody asked for it takes the focus. */
export function focusOnAppear(element: HTMLElement | null): void {
  element?.focus();
}
