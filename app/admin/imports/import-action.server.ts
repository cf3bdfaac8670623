import { cutText } from "#base/cut-text.ts";
import { isUuid } from "#base/uuid.ts";
import { maxConstants, type StaffImport, unknownCategoryChoices } from "#shop/imports/import.ts";
import { checkImport, findImport, runImport } from "#shop/imports/imports.server.ts";
import { findKind } from "#shop/imports/kinds.server.ts";
import { type MappedColumn, type Mapping, maxConstant } from "#shop/imports/mapping.ts";
import type { Person } from "#shop/kernel/access.ts";

/** Starts the check or the run of an import. @returns a code when it was refused */
export async function changeImport(
  staff: Person,
  id: string,
  form: FormData,
): Promise<{ problem?: string }> {
  const file = await findImport(staff, id);
  if (!file) return { problem: "not_found" };
  const task_id = form.get("task");
  if (!isUuid(task_id)) return { problem: "invalid_input" };
  if (form.get("intent") === "run") {
    const started = await runImport(staff, id, {
      task_id,
      confirmed: form.get("confirmed") === "yes",
    });
    return started.ok ? {} : { problem: started.problem };
  }
  const mapping = readMapping(file, form);
  if (mapping === undefined) return { problem: "header_twice" };
  const unknown_categories =
    unknownCategoryChoices.find((choice) => choice === form.get("categories")) ?? "fail";
  const started = await checkImport(staff, id, { mapping, unknown_categories, task_id });
  return started.ok ? {} : { problem: started.problem };
}

/** The chosen target of each column, and the constants. @returns undefined when two have the same one */
function readMapping(
  { kind, columns, headers, mapping: stored }: StaffImport,
  form: FormData,
): Mapping | undefined {
  const suggested = findKind(kind)?.recognise(headers)?.mapping ?? {};
  const mapping: Record<string, MappedColumn> = {};
  for (const [place, header] of headers.entries()) {
    const target = columns.find((column) => column === form.get(`column-${place}`));
    if (!target) continue;
    if (mapping[target]) return undefined;
    // Units and separators belong to the file's own columns.
    const known = [stored[target], suggested[target]].find((other) => other?.header === header);
    mapping[target] = known ?? { header };
  }
  for (let place = 0; place < maxConstants; place++) {
    const target = columns.find((column) => column === form.get(`constant-column-${place}`));
    const constant = String(form.get(`constant-value-${place}`) ?? "").trim();
    if (!target || constant === "") continue;
    if (mapping[target]) return undefined;
    mapping[target] = { constant: cutText(constant, maxConstant) };
  }
  return mapping;
}
