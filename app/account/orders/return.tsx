import { useState } from "react";
import { data, Form, redirect, useActionData, useNavigation } from "react-router";
import * as v from "valibot";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { returnTermsWords } from "#app/messages/shared/return-terms.ts";
import { returnWords, useReturnWords } from "#app/messages/shared/returns.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Field } from "#app/ui/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Select } from "#app/ui/select.tsx";
import { TextArea } from "#app/ui/text-input.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { findOrder } from "#shop/orders/find-order.server.ts";
import { listReturnable } from "#shop/returns/read-returns.server.ts";
import { requestReturn } from "#shop/returns/request-return.server.ts";
import { type ReturnKind, returnInputSchema, returnReasons } from "#shop/returns/return.ts";
import { readReturnTerms } from "#shop/returns/return-terms.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/return";
import { ReturnableGoods } from "./returnable-goods.tsx";

export const meta: Route.MetaFunction = (source) => {
  const words = returnWords(languageOf(source.location.pathname)).ask;
  const number = (source.loaderData as { number?: string } | undefined)?.number;
  return pageMeta(source, { title: words.title(number ?? ""), hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const order = await findOrder(actor, params.id);
  if (!order) throw data(null, { status: 404 });
  const language = languageOf(url.pathname);
  const terms = await readReturnTerms();
  const words = returnTermsWords(language);
  const isMadeToOrder = order.lines.some(({ personalised }) => personalised);
  return {
    rules: {
      return: [words.returns(terms), ...words.postage(terms)],
      claim: [words.claims(terms), ...(isMadeToOrder ? [words.personalised(terms)] : [])],
    },
    id: order.id,
    number: order.number,
    lines: await listReturnable(actor, order.id),
    // One showing of this form is one request, however often its button is pressed.
    key: crypto.randomUUID(),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  if (!isUuid(params.id)) return { problem: "order_not_found" };
  const form = await readForm(request);
  const input = v.safeParse(returnInputSchema, {
    order_id: params.id,
    key: form.get("key"),
    kind: form.get("kind"),
    reason: form.get("reason"),
    note: form.get("note") ?? "",
    wish: form.get("kind") === "claim" ? form.get("wish") : null,
    lines: [...form]
      .filter(([name]) => name.startsWith("line:"))
      .map(([name, value]) => ({ order_line_id: name.slice(5), quantity: Number(value) }))
      .filter(({ quantity }) => quantity !== 0),
  });
  if (!input.success) return { problem: "invalid_input" };
  if (input.output.kind === "claim" && input.output.note.trim() === "") {
    return { problem: "note_missing" };
  }
  const asked = await requestReturn(personOf(context), input.output);
  if (!asked.ok) return { problem: asked.problem };
  throw redirect(
    `${localPath(languageOf(url.pathname), `/dashboard/orders/${params.id}`)}#returns`,
  );
}

/** Form of a return or a claim. */
export default function ReturnPage({ loaderData }: Route.ComponentProps) {
  const { id, number, lines, key, rules } = loaderData;
  const { ask: words, kinds, problems } = useReturnWords();
  const { orders } = useBuyingWords();
  const to = useLocalPath();
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const isPossible = lines.some(({ pieces }) => pieces.return > 0 || pieces.claim > 0);
  const problem = answer?.problem;
  return (
    <div className="grid max-w-2xl gap-6">
      <Breadcrumbs
        crumbs={[
          { name: orders.title, to: to("/dashboard/orders") },
          { name: number, to: to(`/dashboard/orders/${id}`) },
          { name: kinds.return },
        ]}
      />
      <h1 tabIndex={-1} className="text-2xl md:text-3xl">
        {words.title(number)}
      </h1>
      {isPossible ? (
        <>
          <p className="text-muted">{words.lead}</p>
          {problem ? (
            <Notice tone="error">
              {problems[problem as keyof typeof problems] ?? problems.unexpected}
            </Notice>
          ) : null}
          <RequestForm
            lines={lines}
            rules={rules}
            formKey={key}
            busy={navigation.state !== "idle"}
          />
        </>
      ) : (
        <EmptyState
          title={words.none}
          action={
            <ButtonLink to={to("/Contact")} look="quiet">
              {words.contact}
            </ButtonLink>
          }
        >
          {words.noneText}
        </EmptyState>
      )}
    </div>
  );
}

interface RequestFormProps {
  lines: Awaited<ReturnType<typeof loader>>["lines"];
  /** The rules of each kind, from the shop's settings. */
  rules: Readonly<Record<ReturnKind, readonly string[]>>;
  formKey: string;
  busy: boolean;
}

function RequestForm({ lines, rules, formKey, busy }: RequestFormProps) {
  const { ask: words, reasons } = useReturnWords();
  const mayReturn = lines.some(({ pieces }) => pieces.return > 0);
  const [kind, setKind] = useState<ReturnKind>(mayReturn ? "return" : "claim");
  const [key] = useState(formKey);
  return (
    <Form method="post" noValidate className="grid gap-6">
      <input type="hidden" name="key" value={key} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-lg font-bold">{words.what}</legend>
        {(["return", "claim"] as const).map((one) => (
          <label key={one} className="flex items-start gap-3 border border-rule bg-card p-4">
            <input
              type="radio"
              name="kind"
              value={one}
              className="tick mt-1"
              checked={kind === one}
              disabled={one === "return" && !mayReturn}
              onChange={() => setKind(one)}
            />
            <span>
              <b>{words[one]}</b>
              {rules[one].map((rule) => (
                <span key={rule} className="block text-sm text-muted">
                  {rule}
                </span>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      <ReturnableGoods key={kind} lines={lines} kind={kind} />
      <Field label={words.reason}>
        {(parts) => (
          <Select {...parts} key={kind} name="reason" required defaultValue="" className="w-full">
            <option value="" disabled>
              {words.choose}
            </option>
            {returnReasons[kind].map((reason) => (
              <option key={reason} value={reason}>
                {reasons[reason]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {kind === "claim" ? (
        <Field label={words.wish}>
          {(parts) => (
            <Select {...parts} name="wish" required defaultValue="" className="w-full">
              <option value="" disabled>
                {words.choose}
              </option>
              <option value="replacement">{words.wishes.replacement}</option>
              <option value="refund">{words.wishes.refund}</option>
            </Select>
          )}
        </Field>
      ) : null}
      {/* Staff decide about a claim by what the buyer saw. */}
      <Field label={words.note} hint={words.noteHint} optional={kind === "return"}>
        {(parts) => (
          <TextArea {...parts} name="note" rows={4} maxLength={1000} required={kind === "claim"} />
        )}
      </Field>
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.submit}
      </Button>
    </Form>
  );
}
