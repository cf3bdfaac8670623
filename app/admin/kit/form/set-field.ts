/** Puts values into the controls of a field as if they were typed: a tick or radio by its value, a text by its place. */
export function setField(form: HTMLFormElement, name: string, values: readonly string[]): void {
  const controls = form.querySelectorAll<
    HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  >(`[name="${CSS.escape(name)}"]`);
  for (const [index, control] of [...controls].entries()) {
    if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
      if (control.checked !== values.includes(control.value)) control.click();
    } else {
      control.value = values[index] ?? "";
      control.dispatchEvent(new Event("input", { bubbles: true }));
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}
