import type { FormEvent } from "react";

/**
 * Adds the typed figures that are not stored yet to the form of a step. Without them, the comparison would miss a figure whose
 * own request has not ended.
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
