import type { FormEvent } from "react";

/**
 * The request of a step, with the figures that are typed and not stored: a figure that is still being sent would be
 * missing in the comparison.
 */
export function withFigures(event: FormEvent<HTMLFormElement>): FormData {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const body = new FormData(event.currentTarget, submitter);
  for (const input of document.querySelectorAll<HTMLInputElement>("input[name=pieces]")) {
    const typed = input.value.trim();
    if (!input.form || typed === "" || typed === input.defaultValue) continue;
    body.append("figures", JSON.stringify(Object.fromEntries(new FormData(input.form))));
  }
  return body;
}
