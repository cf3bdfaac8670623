import { useState } from "react";
import { Form, redirect, useActionData, useNavigation } from "react-router";
import * as v from "valibot";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useBuyingWords } from "#app/messages/shared/buying.ts";
import { returnTermsWords } from "#app/messages/shared/return-terms.ts";
import { returnWords, useReturnWords } from "#app/messages/shared/returns.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { readCount } from "#app/read-whole.ts";
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
import { listReturnable } from "#shop/orders/returns/read-returns.server.ts";
import { requestReturn } from "#shop/orders/returns/request-return.server.ts";
import {
  needsPhoto,
  type ReturnKind,
  returnInputSchema,
  returnReasons,
} from "#shop/orders/returns/return.ts";
import { readReturnTerms } from "#shop/orders/returns/return-terms.server.ts";
import { orderNotFound } from "../order-not-found.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/return";
import { ClaimPhotos } from "./claim-photos.tsx";
import { ReturnableGoods } from "./returnable-goods.tsx";
import { usePhotoSending } from "./use-photo-sending.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = returnWords(languageOf(source.location.pathname)).ask;
  const number = (source.loaderData as { number?: string } | undefined)?.number;
  return pageMeta(source, { title: words.title(number ?? ""), hidden: true });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const order = await findOrder(actor, params.id);
  if (!order) throw orderNotFound(actor, url);
  const language = languageOf(url.pathname);
  const terms = await readReturnTerms();
  const words = returnTermsWords(language);
  const isMadeToOrder = order.lines.some(({ personalised }) => personalised);
  const isAllMadeToOrder = order.lines.every(({ personalised }) => personalised);
  return {
    rules: {
      return: [words.returns(terms), ...words.postage(terms)],
      claim: [words.claims(terms), ...(isMadeToOrder ? [words.personalised(terms)] : [])],
    },
    // Goods with a design are never sent back because somebody changed their mind.
    offered: (isAllMadeToOrder ? ["claim"] : ["return", "claim"]) satisfies ReturnKind[],
    id: order.id,
    number: order.number,
    lines: await listReturnable(actor, order.id),
    // One showing of this form is one request, however often its button is pressed.
    key: crypto.randomUUID(),
  };
}

export async function action({
  params,
  request,
  url,
  context,
}: Route.ActionArgs): Promise<ReturnAnswer> {
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
      .map(([name, value]) => ({ order_line_id: name.slice(5), quantity: readCount(value) }))
      .filter(({ quantity }) => quantity !== 0),
  });
  const photos = form.get("photos");
  const wrong = wrongFields(form, input.issues);
  if (!input.success || wrong.length > 0)
    return { problem: input.success ? `${wrong[0]}_missing` : "invalid_input", wrong };
  const asked = await requestReturn(personOf(context), input.output);
  if (!asked.ok) return { problem: asked.problem };
  if (Number(photos) > 0) return { made: asked.value.return_id };
  throw redirect(
    `${localPath(languageOf(url.pathname), `/dashboard/orders/${params.id}`)}#returns`,
  );
}

/** The fields to fill in, in the order of the form. */
const askedFields = ["lines", "reason", "wish", "note", "photos"] as const;
type AskedField = (typeof askedFields)[number];

interface ReturnAnswer {
  readonly problem?: string;
  readonly wrong?: readonly AskedField[];
  readonly made?: string;
}

function wrongFields(
  form: FormData,
  issues: readonly v.BaseIssue<unknown>[] | undefined,
): readonly AskedField[] {
  const found = new Set(issues?.map((issue) => String(issue.path?.[0]?.key)));
  if (form.get("kind") === "claim") {
    if (String(form.get("note") ?? "").trim() === "") found.add("note");
    if (!form.get("wish")) found.add("wish");
    // Only scripts send the count of photos. Without them, buyers add photos on the order's page.
    if (form.get("photos") === "0" && needsPhoto(String(form.get("reason")))) found.add("photos");
  }
  return askedFields.filter((field) => found.has(field));
}

/** Form of a return or a claim. */
export default function ReturnPage({ loaderData }: Route.ComponentProps) {
  const { id, number, lines, key, rules, offered } = loaderData;
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
            offered={offered}
            formKey={key}
            answer={answer}
            orderPath={to(`/dashboard/orders/${id}`)}
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
  offered: readonly ReturnKind[];
  /** The rules of each kind, from the shop's settings. */
  rules: Readonly<Record<ReturnKind, readonly string[]>>;
  formKey: string;
  answer: Awaited<ReturnType<typeof action>> | undefined;
  orderPath: string;
  busy: boolean;
}

function RequestForm({
  lines,
  offered,
  rules,
  formKey,
  answer,
  orderPath,
  busy,
}: RequestFormProps) {
  const { ask: words, reasons, problems } = useReturnWords();
  const errorOf = (field: AskedField) =>
    answer?.wrong?.includes(field) ? problems[`${field}_missing`] : undefined;
  const mayReturn = lines.some(({ pieces }) => pieces.return > 0);
  const [kind, setKind] = useState<ReturnKind>(mayReturn ? "return" : "claim");
  const [key] = useState(formKey);
  const [reason, setReason] = useState("");
  const [files, setFiles] = useState<readonly File[]>([]);
  const sending = usePhotoSending(answer?.made, files, `${orderPath}#returns`);
  if (answer?.made) return <Sending files={files} sending={sending} orderPath={orderPath} />;
  return (
    <Form method="post" noValidate className="grid gap-6">
      <input type="hidden" name="key" value={key} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-lg font-bold">{words.what}</legend>
        {offered.map((one) => (
          <label key={one} className="flex items-start gap-3 border border-rule bg-card p-4">
            <input
              type="radio"
              name="kind"
              value={one}
              className="tick mt-1"
              checked={kind === one}
              disabled={one === "return" && !mayReturn}
              onChange={() => {
                setKind(one);
                setReason("");
              }}
            />
            <span>
              <b>{words[one]}</b>
              {rules[one].map((rule) => (
                <span key={rule} className="mt-1 block text-sm text-muted">
                  {rule}
                </span>
              ))}
            </span>
          </label>
        ))}
      </fieldset>
      <ReturnableGoods key={kind} lines={lines} kind={kind} error={errorOf("lines")} />
      <Field label={words.reason} error={errorOf("reason")}>
        {(parts) => (
          <Select
            {...parts}
            key={kind}
            name="reason"
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            className="w-full"
          >
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
        <Field label={words.wish} error={errorOf("wish")}>
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
      <Field
        label={words.note}
        hint={words.noteHint}
        error={errorOf("note")}
        optional={kind === "return"}
      >
        {(parts) => (
          <TextArea {...parts} name="note" rows={4} maxLength={1000} required={kind === "claim"} />
        )}
      </Field>
      {kind === "claim" ? (
        <ClaimPhotos
          files={files}
          onChange={setFiles}
          required={needsPhoto(reason)}
          missing={answer?.wrong?.includes("photos") === true && files.length === 0}
        />
      ) : null}
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.submit}
      </Button>
    </Form>
  );
}

function Sending({
  files,
  sending: { sent, hasFailed, retry },
  orderPath,
}: {
  files: readonly File[];
  sending: ReturnType<typeof usePhotoSending>;
  orderPath: string;
}) {
  const { ask: words } = useReturnWords();
  return (
    <div className="grid gap-4">
      <p role="status" className="text-lg">
        {hasFailed
          ? words.photosFailed(sent, files.length)
          : words.sendingPhotos(sent + 1, files.length)}
      </p>
      {hasFailed ? (
        <div className="flex flex-wrap gap-3">
          <Button onClick={retry}>{words.retryPhotos}</Button>
          <ButtonLink to={`${orderPath}#returns`} look="quiet">
            {words.laterPhotos}
          </ButtonLink>
        </div>
      ) : null}
    </div>
  );
}
