import { useState } from "react";
import { Form } from "react-router";
import { useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import type { Selection } from "#app/admin/kit/list/use-selection.ts";
import { useProductWords } from "#app/admin/products/messages/products.ts";
import { useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { maxChosen } from "#shop/catalogue/products/bulk/max-chosen.ts";
import type { BulkPreview } from "#shop/catalogue/products/bulk/preview-bulk.server.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import type { ListAddress } from "../filters/list-address.ts";

export type { Selection } from "#app/admin/kit/list/use-selection.ts";

/** The checkboxes of the rows belong to it. */
export const bulkFormId = "bulk-products";

export interface BulkRights {
  readonly status: boolean;
  readonly category: boolean;
  readonly price: boolean;
}

interface BulkBarProps {
  selection: Selection;
  address: ListAddress;
  /** ISO 8601: when the list was read. */
  readAt: string;
  rights: BulkRights;
  categories: readonly { readonly value: string; readonly label: string }[];
  problem: string | undefined;
  preview: BulkPreview | undefined;
}

/** What is done to the selected products. It starts a task that goes on without this page. */
export function BulkBar({
  selection,
  address,
  readAt,
  rights,
  categories,
  problem,
  preview,
}: BulkBarProps) {
  const { bulk: words, states } = useProductWords();
  const approvals = useApprovalWords();
  const to = useLocalPath();
  const isAsked = problem === "waits_for_approval";
  const [taskId] = useState(() => crypto.randomUUID());
  const acts = [
    ...(rights.status ? (["publish", "draft", "archive"] as const) : []),
    ...(rights.category
      ? (["add_category", "remove_category", "add_tag", "remove_tag"] as const)
      : []),
    ...(rights.price ? (["price"] as const) : []),
  ];
  const [act, setAct] = useState<string>(acts[0] ?? "");
  // The preview that was shown when the form changed: it no longer matches the form.
  const [outdated, setOutdated] = useState<BulkPreview>();
  const { isAll, count, except } = selection;
  const isEmpty = !isAll && count === 0;
  if (isEmpty && !problem) return null;
  return (
    <Form
      id={bulkFormId}
      method="post"
      aria-label={words.title}
      onChange={() => setOutdated(preview)}
      className="no-print sticky bottom-(--bottom-bar) z-10 flex flex-wrap items-center gap-x-4 gap-y-2 border border-ink bg-paper px-4 py-3 shadow-lg"
    >
      <input type="hidden" name="task" value={taskId} />
      <input type="hidden" name="q" value={address.q} />
      <input type="hidden" name="filter" value={address.filter} />
      <input type="hidden" name="until" value={readAt} />
      {isAll ? <input type="hidden" name="all" value="on" /> : null}
      {except.map((id) => (
        <input key={id} type="hidden" name="except" value={id} />
      ))}
      <b role="status">{isAll ? words.all(except.length) : words.chosen(count)}</b>
      {isAll ? null : (
        <button type="button" className="link py-1" onClick={selection.chooseAll}>
          {words.chooseAll}
        </button>
      )}
      <button type="button" className="link py-1" onClick={selection.clear}>
        {words.clear}
      </button>
      <span className="ml-auto flex flex-wrap items-center gap-2">
        <Select
          name="act"
          aria-label={words.act}
          value={act}
          onChange={(event) => setAct(event.currentTarget.value)}
        >
          {acts.map((one) => (
            <option key={one} value={one}>
              {words.acts[one]}
            </option>
          ))}
        </Select>
        {act === "add_category" || act === "remove_category" ? (
          <Select name="category_id" aria-label={words.category}>
            {categories.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        ) : null}
        {act === "add_tag" || act === "remove_tag" ? (
          <TextInput
            name="tag"
            required
            maxLength={40}
            autoComplete="off"
            aria-label={words.tag}
            placeholder={words.tag}
            className="w-40!"
          />
        ) : null}
        {act === "price" ? (
          <>
            <TextInput
              name="value"
              required
              inputMode="text"
              maxLength={16}
              autoComplete="off"
              aria-label={words.value}
              placeholder={words.valueHint}
              className="w-48!"
            />
            <Select name="ending" aria-label={words.ending}>
              {(["exact", "hundred", "thousand", "nine_hundred"] as const).map((ending) => (
                <option key={ending} value={ending}>
                  {words.endings[ending]}
                </option>
              ))}
            </Select>
          </>
        ) : null}
        {act === "price" ? (
          <Button type="submit" look="quiet" name="preview" value="on">
            {words.preview}
          </Button>
        ) : null}
        <Button type="submit">{words.submit}</Button>
      </span>
      {preview && preview !== outdated && act === "price" ? <Prices preview={preview} /> : null}
      {problem ? (
        <p role="alert" className={`basis-full ${isAsked ? "" : "text-stamp"}`}>
          {wordsFor(words.problems, problem, "invalid_input")}{" "}
          {isAsked ? (
            <Link to={`${to("/admin/Approvals")}?view=mine`} className="link">
              {approvals.see}
            </Link>
          ) : null}
        </p>
      ) : null}
      <p className="basis-full text-muted max-sm:hidden">
        {count > maxChosen ? words.tooMany(maxChosen) : words.hint(states.draft)}
      </p>
    </Form>
  );
}

/** Old and new prices, lowest first. */
function Prices({ preview: { products, variants, sample } }: { preview: BulkPreview }) {
  const { bulk: words } = useProductWords();
  return (
    <div role="status" className="basis-full border-t border-rule pt-2 text-sm">
      <p className="font-semibold">{words.previewOf(products, variants)}</p>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {sample.map(({ sku, before, after }) => (
          <li key={sku} className="flex flex-wrap justify-between gap-x-3">
            <span className="figures text-xs">{sku}</span>
            <span className={after > 0 ? "" : "text-stamp"}>
              {formatRupiah(before)} → {formatRupiah(after)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
