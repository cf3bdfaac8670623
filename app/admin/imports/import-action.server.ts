import { isUuid } from "#base/uuid.ts";
import type { Person } from "#shop/access.ts";
import { type Column, productColumns } from "#shop/imports/columns.ts";
import { type StaffImport, unknownCategoryChoices } from "#shop/imports/import.ts";
import { checkImport, findImport, runImport } from "#shop/imports/imports.server.ts";
import { type MappedColumn, recognise } from "#shop/imports/mapping.ts";

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

/** The chosen target of each column. @returns undefined when two columns have the same one */
function readMapping(
  { headers, mapping: stored }: StaffImport,
  form: FormData,
): Partial<Record<Column, MappedColumn>> | undefined {
  const suggested = recognise(headers).mapping;
  const mapping: Partial<Record<Column, MappedColumn>> = {};
  for (const [place, header] of headers.entries()) {
    const target = productColumns.find((column) => column === form.get(`column-${place}`));
    if (!target) continue;
    if (mapping[target]) return undefined;
    // Units and separators belong to the file's own columns.
    const known = [stored[target], suggested[target]].find((other) => other?.header === header);
    mapping[target] = known ?? { header };
  }
  return mapping;
}
