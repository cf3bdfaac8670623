import type { ClipboardEvent } from "react";
import { useRosterWords } from "#app/storefront/roster/messages/roster.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { ProductTemplate } from "#shop/catalogue/catalogue.ts";
import type { RosterRow as Row } from "#shop/designs/roster/roster.ts";
import type { RosterRemark } from "./roster-remarks.ts";

interface RosterRowProps {
  index: number;
  row: Row;
  fields: ProductTemplate["fields"];
  choices: readonly {
    readonly id: string;
    readonly label: string;
    readonly is_sold_out: boolean;
  }[];
  /** What is chosen of the variant, e.g. its size. */
  choice: string;
  /** What keeps the row from being printed, or what the buyer should look at. */
  remarks: readonly RosterRemark[];
  isShown: boolean;
  onChange: (row: Row) => void;
  onShow: () => void;
  onRemove: () => void;
  /** @returns whether the text was rows of a spreadsheet */
  onPaste: (text: string) => boolean;
}

/** One piece: its variant and its words. */
export function RosterRow({ index, row, fields, choices, choice, remarks, ...on }: RosterRowProps) {
  const words = useRosterWords();
  const idOf = (remark: RosterRemark) => `row-${index}-remark-${remarks.indexOf(remark)}`;
  /** Of a field; empty: of the variant. */
  const marks = (id: string) => {
    const own = remarks.filter(({ field }) => field === id);
    return {
      "aria-invalid": own.some(({ isProblem }) => isProblem) || undefined,
      "aria-describedby": own.map(idOf).join(" ") || undefined,
    };
  };
  const take = (event: ClipboardEvent<HTMLInputElement>) => {
    if (on.onPaste(event.clipboardData.getData("text"))) event.preventDefault();
  };
  return (
    <li
      className={`grid grid-cols-[2rem_minmax(0,1fr)_2.75rem] items-center gap-x-2 gap-y-2 border-b border-rule py-3 sm:grid-cols-[2rem_minmax(0,14rem)_minmax(0,1fr)_2.75rem] ${on.isShown ? "bg-paper" : ""}`}
      onFocus={on.onShow}
    >
      <span className="figures text-right text-sm text-muted" aria-hidden="true">
        {index + 1}
      </span>
      <Select
        name="variant"
        aria-label={`${choice}, ${words.row(index + 1)}`}
        {...marks("")}
        className="w-full"
        value={row.variant_id}
        onChange={({ target }) => on.onChange({ ...row, variant_id: target.value })}
      >
        {choices.some(({ id }) => id === row.variant_id) ? null : (
          <option value={row.variant_id}>{words.variantNone}</option>
        )}
        {choices.map(({ id, label, is_sold_out }) => (
          <option key={id} value={id}>
            {is_sold_out ? words.soldOut(label) : label}
          </option>
        ))}
      </Select>
      <div className="col-start-2 flex gap-2 sm:col-start-3">
        {fields.map(({ id, label, max, rule }) => (
          <TextInput
            key={id}
            name={`f.${id}`}
            aria-label={words.fieldOf(label, index + 1)}
            {...marks(id)}
            placeholder={label}
            inputMode={rule === "number" ? "numeric" : undefined}
            autoComplete="off"
            spellCheck={false}
            // A number is as wide as its digits.
            className={max <= 4 ? "max-w-24 min-w-0" : "min-w-0"}
            value={row.values[id] ?? ""}
            onPaste={take}
            onChange={({ target }) =>
              on.onChange({ ...row, values: { ...row.values, [id]: target.value } })
            }
          />
        ))}
      </div>
      <IconButton
        type="submit"
        name="intent"
        value={`remove:${index}`}
        icon="x"
        label={words.remove(index + 1)}
        className="col-start-3 row-start-1 sm:col-start-4"
        onClick={(event) => {
          event.preventDefault();
          on.onRemove();
        }}
      />
      {remarks.length > 0 ? (
        <ul className="col-span-full col-start-2 text-sm">
          {remarks.map((remark) => (
            <li
              key={idOf(remark)}
              id={idOf(remark)}
              className={`flex items-start gap-1.5 ${remark.isProblem ? "text-stamp" : ""}`}
            >
              <Icon
                name={remark.isProblem ? "circle-alert" : "triangle-alert"}
                className="mt-0.5 size-4 shrink-0"
              />
              <span>
                {remark.isProblem && remark.label
                  ? words.problems.of(remark.label, remark.text)
                  : remark.text}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
