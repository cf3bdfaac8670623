import { Form } from "react-router";
import { useImportWords } from "#app/admin/messages/imports.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { maxConstants, type StaffImport, unknownCategoryChoices } from "#shop/imports/import.ts";
import { maxConstant } from "#shop/imports/mapping.ts";

interface MappingFormProps {
  file: StaffImport;
  /** The id of the check that the form starts. */
  taskId: string;
  busy: boolean;
}

/** Which column of the file becomes which of ours; the columns that were recognised are chosen already. */
export function MappingForm({ file, taskId, busy }: MappingFormProps) {
  const { map: words, columns } = useImportWords();
  const targets = new Map(
    Object.entries(file.mapping).map(([column, { header }]) => [header, column]),
  );
  const constants = Object.entries(file.mapping).filter(
    ([, { constant }]) => constant !== undefined,
  );
  const targetOptions = (
    <>
      <option value="">{words.unused}</option>
      {file.columns.map((column) => (
        <option key={column} value={column}>
          {columns[column] ?? column}
        </option>
      ))}
    </>
  );
  const unused = file.headers.filter((header) => !targets.has(header)).length;
  const cell = "border-b border-rule py-1.5 align-middle";
  return (
    <Form method="post" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <input type="hidden" name="intent" value="check" />
      <input type="hidden" name="task" value={taskId} />
      {targets.size === 0 ? <Notice tone="warning">{words.unrecognised}</Notice> : null}
      <p className="max-w-[72ch] text-muted">
        {words.text} {unused > 0 ? words.unmapped(unused) : ""}
      </p>
      <table className="w-full border-t border-ink text-left">
        <thead className="max-sm:sr-only">
          <tr>
            {[words.header, words.sample, words.target].map((head) => (
              <th key={head} scope="col" className="border-b border-rule py-2 pr-4">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {file.headers.map((header, place) => (
            <tr key={header || place} className="max-sm:grid max-sm:py-2">
              <th scope="row" className={`${cell} pr-4 font-semibold max-sm:border-b-0`}>
                {header}
              </th>
              <td className={`${cell} pr-4 text-muted max-sm:border-b-0`}>
                {file.sample
                  .map((row) => row[place] ?? "")
                  .filter((text) => text !== "")
                  .slice(0, 2)
                  .map((text) => text.slice(0, 40))
                  .join(" · ")}
              </td>
              <td className={cell}>
                <Select
                  name={`column-${place}`}
                  aria-label={words.targetOf(header)}
                  defaultValue={targets.get(header) ?? ""}
                  className="w-full"
                >
                  {targetOptions}
                </Select>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <details open={constants.length > 0} className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
          <Icon name="chevron-down" className="size-4 group-open:rotate-180" />
          {words.constants}
        </summary>
        <div className="grid gap-3 pt-3">
          <p className="max-w-[72ch] text-muted">{words.constantsText}</p>
          {Array.from({ length: maxConstants }, (_, place) => place).map((place) => (
            <div key={place} className="grid gap-2 sm:grid-cols-2">
              <Select
                name={`constant-column-${place}`}
                aria-label={words.constantColumn(place + 1)}
                defaultValue={constants[place]?.[0] ?? ""}
              >
                {targetOptions}
              </Select>
              <TextInput
                name={`constant-value-${place}`}
                aria-label={words.constantValue(place + 1)}
                defaultValue={constants[place]?.[1].constant ?? ""}
                maxLength={maxConstant}
              />
            </div>
          ))}
        </div>
      </details>
      {file.has_categories ? (
        <Field label={words.unknownCategories}>
          {(parts) => (
            <Select {...parts} name="categories" defaultValue={file.unknown_categories}>
              {unknownCategoryChoices.map((choice) => (
                <option key={choice} value={choice}>
                  {words.choices[choice]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.submit}
      </Button>
    </Form>
  );
}
