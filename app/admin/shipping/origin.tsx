import { useState } from "react";
import { Form } from "react-router";
import { Conflict } from "#app/admin/kit/form/conflict.tsx";
import { readText } from "#app/admin/kit/form/form-values.ts";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { shippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingOriginWords } from "#app/admin/shipping/messages/shipping-origin.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import {
  findOrigins,
  nameOrigin,
  type Origin,
  readOrigin,
  saveOrigin,
} from "#shop/settings/shipping/origin.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/origin";
import { useProblemText } from "./fields.tsx";
import { useMayEdit } from "./may-edit.ts";
import { ShippingPage } from "./shipping-page.tsx";

const maxSearch = 80;

interface OriginAnswer {
  readonly done?: true;
  readonly problem?: string;
  /** After a colleague's change: what the form was loaded with, and what it asked for. */
  readonly conflict?: { readonly before: Origin; readonly mine: Origin };
}

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).tabs.origin,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  const q = (url.searchParams.get("q") ?? "").replaceAll("\0", "").slice(0, maxSearch).trim();
  return { origin: await readOrigin(), q, found: q === "" ? null : await findOrigins(q) };
}

export async function action({ request, context }: Route.ActionArgs): Promise<OriginAnswer> {
  const actor = staffWith(context, "shipping.edit");
  const form = await readForm(request);
  const before = readText(form, "before");
  const after = readText(form, "region");
  if (after === "") return { problem: "required" };
  const saved = await saveOrigin(actor, before, after);
  if (saved.ok) return { done: true };
  if (saved.problem !== "changed_meanwhile") return { problem: saved.problem };
  return { conflict: { before: await nameOrigin(before), mine: await nameOrigin(after) } };
}

/** The place that shipments leave from: shown, searched for, chosen. It works without scripts. */
export default function ShippingOrigin({ loaderData, actionData }: Route.ComponentProps) {
  const { origin, q, found } = loaderData;
  const words = useShippingOriginWords();
  const editing = useEditingWords();
  const mayEdit = useMayEdit();
  const textOf = useProblemText();
  const [settled, setSettled] = useState<{ answer: OriginAnswer; keepsMine: boolean }>();
  const choice = settled && settled.answer === actionData ? settled : undefined;
  const conflict = actionData?.conflict;
  const settle = (keepsMine: boolean) =>
    actionData && setSettled({ answer: actionData, keepsMine });
  // A choice that a conflict kept is offered although the search does not show it.
  const kept = choice?.keepsMine ? conflict?.mine : undefined;
  const offered = kept ? [kept] : (found ?? []);
  return (
    <ShippingPage tab="origin">
      {actionData?.problem ? (
        <Notice tone="error">
          {actionData.problem === "required" ? words.chooseFirst : textOf(actionData.problem)}
        </Notice>
      ) : null}
      {actionData?.done ? <Notice tone="success">{editing.saved}</Notice> : null}
      {conflict && !choice ? (
        <Conflict
          fields={[
            {
              name: "region",
              label: words.current,
              before: conflict.before.name,
              theirs: origin.name,
              mine: conflict.mine.name,
            },
          ]}
          onKeepMine={() => settle(true)}
          onTakeTheirs={() => settle(false)}
        />
      ) : null}
      <p className="max-w-[66ch] text-muted">{words.lead}</p>
      <dl className="grid max-w-3xl gap-1 border-y border-rule py-3">
        <dt className="printed text-muted">{words.current}</dt>
        {origin.code === "" ? (
          <dd>{words.none}</dd>
        ) : (
          <dd className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{origin.name}</span>
            <span className="figures text-muted">{origin.code}</span>
          </dd>
        )}
      </dl>
      {mayEdit ? (
        <>
          <Form method="get" preventScrollReset role="search" className="grid max-w-3xl gap-2">
            <Field label={words.search} hint={words.searchHint}>
              {(parts) => (
                <TextInput
                  {...parts}
                  name="q"
                  type="search"
                  maxLength={maxSearch}
                  autoComplete="off"
                  defaultValue={q}
                />
              )}
            </Field>
            <Button type="submit" look="quiet" icon="search" className="justify-self-start">
              {words.find}
            </Button>
          </Form>
          {found ? (
            <p role="status" className="text-muted">
              {found.length > 0 ? words.found(found.length) : words.notFound}
            </p>
          ) : null}
          {offered.length > 0 ? (
            <Form method="post" preventScrollReset className="grid max-w-3xl gap-4">
              <input type="hidden" name="before" value={origin.code} />
              <fieldset key={`${q} ${kept?.code ?? ""}`} className="min-w-0">
                <legend className="sr-only">{words.choose}</legend>
                <ul className="divide-y divide-rule border-y border-rule">
                  {offered.map(({ code, name }) => (
                    <li key={code}>
                      <Checkbox
                        type="radio"
                        name="region"
                        value={code}
                        defaultChecked={code === (kept?.code ?? origin.code)}
                        className="w-full py-1"
                        label={
                          <>
                            <span className="min-w-0 grow">{name}</span>
                            <span className="figures text-xs text-muted">{code}</span>
                          </>
                        }
                      />
                    </li>
                  ))}
                </ul>
              </fieldset>
              <Button type="submit" className="justify-self-start">
                {words.save}
              </Button>
            </Form>
          ) : null}
        </>
      ) : null}
    </ShippingPage>
  );
}
