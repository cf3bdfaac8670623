import { useState } from "react";
import { data, useFetcher } from "react-router";
import * as v from "valibot";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { costWords, useCostWords } from "#app/admin/products/messages/costs.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { findStaffProduct } from "#shop/catalogue/products/find-product.server.ts";
import { findMargins } from "#shop/catalogue/products/margins.server.ts";
import { marginOf } from "#shop/catalogue/products/margins.ts";
import { costSchema } from "#shop/catalogue/stock/cost.ts";
import { saveCosts } from "#shop/catalogue/stock/costs.server.ts";
import { may } from "#shop/kernel/access.ts";
import { formatRupiah } from "#shop/kernel/money.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/costs";
import { variantLabel } from "./product-draft.ts";

interface CostAnswer {
  readonly done?: true;
  /** A stable code; the page has words for it. */
  readonly problem?: string;
  /** A code for each variant by its id. */
  readonly problems?: Readonly<Record<string, string>>;
}

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: costWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ params, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "costs.read");
  const [product, margins] = await Promise.all([
    findStaffProduct(staff, params.id),
    findMargins(staff, params.id),
  ]);
  if (!product || !margins) throw data(null, { status: 404 });
  const { name, options, tax_class } = product.fields;
  const variants = product.variants.filter(({ archived }) => !archived);
  return {
    productId: product.id,
    name,
    options,
    tax_class,
    margins,
    variants: variants.map(({ id, sku, price, options: chosen }) => ({ id, sku, price, chosen })),
    mayEdit: may(staff, "costs.edit"),
  };
}

/** Saves the typed costs. An empty one stays as it was. */
export async function action({ params, request, context }: Route.ActionArgs): Promise<CostAnswer> {
  const staff = staffWith(context, "costs.edit");
  const problems: Record<string, string> = {};
  const costs: Record<string, number> = {};
  for (const [name, value] of await readForm(request)) {
    const id = name.slice("cost.".length);
    if (!name.startsWith("cost.") || !isUuid(id)) continue;
    const text = String(value).trim();
    if (text === "") continue;
    const cost = v.safeParse(costSchema, readAmount(text) ?? Number.NaN);
    if (cost.success) costs[id] = cost.output;
    else problems[id] = cost.issues[0].message;
  }
  if (Object.keys(problems).length > 0) return { problems };
  const saved = await saveCosts(staff, params.id, costs);
  return saved.ok ? { done: true } : { problem: saved.problem };
}

/** What each variant of a product costs, and what its price leaves. */
export default function AdminCosts({ loaderData }: Route.ComponentProps) {
  const { productId, name, variants, mayEdit } = loaderData;
  const words = useCostWords();
  const language = useLanguage();
  const to = useLocalPath();
  const fetcher = useFetcher<CostAnswer>();
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to(`/admin/Products/${productId}`)} className="link justify-self-start">
        {words.back}
      </Link>
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
          {words.titleOf(inLanguage(name, language))}
        </h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <fetcher.Form method="post" noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ListTable
          heads={[
            { label: words.heads.variant },
            { label: words.heads.price, isNumber: true },
            { label: words.heads.cost, isNumber: true },
            { label: words.heads.margin, isNumber: true },
          ]}
        >
          {variants.map((variant) => (
            <CostRow
              key={variant.id}
              variant={variant}
              of={loaderData}
              error={
                reply?.problems?.[variant.id] ? say(reply.problems[variant.id] ?? "") : undefined
              }
            />
          ))}
        </ListTable>
        {mayEdit ? (
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" busy={busy}>
              {words.save}
            </Button>
            <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
              {reply?.problem ? say(reply.problem) : reply?.done ? words.saved : ""}
            </p>
          </div>
        ) : null}
      </fetcher.Form>
    </div>
  );
}

interface CostRowProps {
  variant: Route.ComponentProps["loaderData"]["variants"][number];
  of: Route.ComponentProps["loaderData"];
  error: string | undefined;
}

function CostRow({ variant, of, error }: CostRowProps) {
  const words = useCostWords();
  const language = useLanguage();
  const { id, sku, price, chosen } = variant;
  const stored = of.margins.costs[id];
  const [typed, setTyped] = useState(stored === undefined ? "" : String(stored));
  const cost = of.mayEdit ? readAmount(typed) : stored;
  const margin =
    cost === undefined ? undefined : marginOf(price, cost, of.tax_class, of.margins.tax);
  const label = variantLabel(chosen, of.options, language) || sku;
  const cell = "px-3 py-2 @max-4xl:p-0";
  const small = "font-sans font-normal text-muted @4xl:hidden";
  return (
    <tr className="border-b border-rule @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3">
      <td className={`${cell} font-semibold`}>
        {label} <span className="figures font-normal text-muted">{sku}</span>
      </td>
      <td className={`${cell} money @4xl:text-right`}>
        <span className={small}>{words.heads.price} </span>
        {formatRupiah(price)}
      </td>
      <td className={`${cell} figures @4xl:text-right`}>
        <span className={small}>{words.heads.cost} </span>
        {of.mayEdit ? (
          <TextInput
            name={`cost.${id}`}
            aria-label={`${words.heads.cost}: ${label}`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `wrong-${id}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            className="figures text-right @4xl:max-w-40"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : stored === undefined ? (
          "–"
        ) : (
          formatRupiah(stored)
        )}
        {error ? (
          <span role="alert" id={`wrong-${id}`} className="block font-sans text-stamp">
            {error}
          </span>
        ) : null}
      </td>
      <td
        className={`${cell} money @4xl:text-right ${margin && margin.amount < 0 ? "text-stamp" : ""}`}
      >
        <span className={small}>{words.heads.margin} </span>
        {margin
          ? `${formatRupiah(margin.amount)}${margin.percent === null ? "" : ` · ${margin.percent}%`}`
          : "–"}
      </td>
    </tr>
  );
}
