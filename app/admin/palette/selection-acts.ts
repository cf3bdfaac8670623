/** The form that changes the selected rows of a list; it is there only while rows are selected. */
function bulkForm(): HTMLFormElement | null {
  return document.querySelector<HTMLFormElement>("main form[id^=bulk-]");
}

function actSelect(): HTMLSelectElement | null {
  const field = bulkForm()?.elements.namedItem("act");
  return field instanceof HTMLSelectElement ? field : null;
}

/** What can be done with the rows that are selected now. */
export function selectionActs(): readonly { readonly value: string; readonly label: string }[] {
  return [...(actSelect()?.options ?? [])].map(({ value, label }) => ({ value, label }));
}

/** Chooses an act and brings the focus to what it still needs, or to the button that starts it. */
export function prepareSelectionAct(value: string): void {
  const select = actSelect();
  if (!select) return;
  select.value = value;
  // The screen hears of it as of a choice by hand.
  select.dispatchEvent(new Event("change", { bubbles: true }));
  requestAnimationFrame(() => {
    const form = bulkForm();
    const next =
      form?.querySelector<HTMLElement>("input[name=value], select[name=category_id]") ??
      form?.querySelector<HTMLElement>("button[type=submit]");
    next?.focus();
  });
}
