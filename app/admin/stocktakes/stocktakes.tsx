import { useState } from "react";
import { redirect, useFetcher } from "react-router";
import { ListRow } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, SimpleList } from "#app/admin/kit/list/simple-list.tsx";
import { stocktakeWords, useStocktakeWords } from "#app/admin/stocktakes/messages/stocktakes.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { inLanguage, localPath } from "#base/language.ts";
import { readEditorChoices } from "#shop/catalogue/products/find-product.server.ts";
import { listStocktakes } from "#shop/catalogue/stock/stocktakes/create-stocktake.server.ts";
import {
  type StocktakeScope,
  stocktakeScopes,
} from "#shop/catalogue/stock/stocktakes/stocktake.ts";
import { may } from "#shop/kernel/access.ts";
import { readPosition } from "#shop/staff/filters/position.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/stocktakes";
import { answerNewStocktake, type StocktakeAnswer } from "./stocktake-action.server.ts";
import { StocktakePill } from "./stocktake-pill.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: stocktakeWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "stock.read");
  const [page, { categories }] = await Promise.all([
    listStocktakes(staff, readPosition(url.searchParams)),
    readEditorChoices(),
  ]);
  return { ...page, categories, mayCount: may(staff, "stock.adjust"), id: crypto.randomUUID() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const answer = await answerNewStocktake(
    staffWith(context, "stock.adjust"),
    await readForm(request),
  );
  if (!answer.id) return answer;
  throw redirect(localPath(languageOf(url.pathname), `/admin/Stocktakes/${answer.id}`));
}

export default function AdminStocktakes({ loaderData }: Route.ComponentProps) {
  const { stocktakes, categories, mayCount, id } = loaderData;
  const words = useStocktakeWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <SimpleList
        words={words}
        isEmpty={stocktakes.length === 0}
        pages={{ words, after: loaderData.after, before: loaderData.before }}
        heads={[
          { label: words.heads.name },
          { label: words.heads.made },
          { label: words.heads.state },
          { label: words.heads.lines, isNumber: true },
          { label: words.heads.closed },
        ]}
      >
        {stocktakes.map((row) => (
          <ListRow
            key={row.id}
            to={to(`/admin/Stocktakes/${row.id}`)}
            number={<span className="font-sans wrap-anywhere">{row.name}</span>}
            time={row.created_at}
          >
            <td className={cellClasses}>
              <StocktakePill state={row.state} />
            </td>
            <td className={`${cellClasses} figures text-right`}>{row.lines || ""}</td>
            <td className={`${cellClasses} text-muted`}>
              {row.closed_at ? formatMoment(row.closed_at, language, zone) : ""}
              {row.closed_by ? ` · ${row.closed_by}` : ""}
            </td>
          </ListRow>
        ))}
      </SimpleList>
      {mayCount ? <NewStocktakeForm key={id} id={id} categories={categories} /> : null}
    </div>
  );
}

interface NewStocktakeFormProps {
  id: string;
  categories: Route.ComponentProps["loaderData"]["categories"];
}

function NewStocktakeForm({ id, categories }: NewStocktakeFormProps) {
  const words = useStocktakeWords();
  const language = useLanguage();
  const fetcher = useFetcher<StocktakeAnswer>();
  const [scope, setScope] = useState<StocktakeScope>("all");
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : fetcher.data;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const errorOf = (name: string) =>
    reply?.problems?.[name] ? say(reply.problems[name]) : undefined;
  return (
    <section className="grid max-w-3xl gap-4 border border-rule p-4">
      <h2 className="text-lg">{words.add}</h2>
      <fetcher.Form method="post" noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <input type="hidden" name="id" value={id} />
        <Field label={words.name} hint={words.nameHint} error={errorOf("name")}>
          {(parts) => <TextInput {...parts} name="name" maxLength={80} autoComplete="off" />}
        </Field>
        <fieldset className="grid gap-1">
          <legend className="text-sm font-semibold">{words.scope}</legend>
          <div className="flex flex-wrap gap-x-6">
            {stocktakeScopes.map((name) => (
              <label key={name} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name="scope"
                  value={name}
                  checked={scope === name}
                  onChange={() => setScope(name)}
                  className="size-5 accent-carbon"
                />
                {words.scopes[name]}
              </label>
            ))}
          </div>
        </fieldset>
        {scope === "category" ? (
          <Field label={words.category} error={errorOf("category_id")}>
            {(parts) => (
              <Select {...parts} name="category_id" defaultValue="" className="w-full">
                <option value="">{words.chooseCategory}</option>
                {categories.map(({ id: category, name }) => (
                  <option key={category} value={category}>
                    {inLanguage(name, language)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        {scope === "search" ? (
          <Field label={words.query} hint={words.queryHint} error={errorOf("query")}>
            {(parts) => <TextInput {...parts} name="query" maxLength={100} autoComplete="off" />}
          </Field>
        ) : null}
        <Field
          label={words.recountOver}
          hint={words.recountHint}
          error={errorOf("recount_over")}
          optional
        >
          {(parts) => (
            <TextInput
              {...parts}
              name="recount_over"
              inputMode="numeric"
              className="figures"
              maxLength={10}
            />
          )}
        </Field>
        <Checkbox name="is_blind" label={words.blind} defaultChecked />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" busy={busy}>
            {words.make}
          </Button>
          {reply?.problem ? (
            <p role="alert" className="text-stamp">
              {say(reply.problem)}
            </p>
          ) : null}
        </div>
      </fetcher.Form>
    </section>
  );
}
