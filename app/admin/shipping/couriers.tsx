import * as v from "valibot";
import { type FormValues, firstValue, readValues } from "#app/admin/kit/form/form-values.ts";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { shippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingHoursWords } from "#app/admin/shipping/messages/shipping-hours.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import {
  type Courier,
  courierSchema,
  deleteCourier,
  listCouriers,
  saveCourier,
} from "#shop/settings/shipping/couriers.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/couriers";
import { EditableRows } from "./editable-rows.tsx";
import { TextField, useProblemText } from "./fields.tsx";
import type { RowAnswer } from "./row-answer.ts";
import { saveRow } from "./save-row.server.ts";
import { ShippingPage } from "./shipping-page.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).tabs.couriers,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  return { couriers: await listCouriers() };
}

export async function action({ request, context }: Route.ActionArgs): Promise<RowAnswer> {
  const actor = staffWith(context, "shipping.edit");
  const form = await readForm(request);
  const values = readValues(form);
  const row = firstValue(values, "row");
  if (form.get("intent") === "delete") {
    const deleted = await deleteCourier(actor, row);
    return deleted.ok ? { done: true } : { problem: deleted.problem };
  }
  const input = v.safeParse(courierSchema, courierInput(row, values));
  if (!input.success) return { problems: formProblems(input.issues), row, values };
  if (row !== "") {
    return saveRow({
      form,
      row,
      save: (merged, version) =>
        saveCourier(actor, version, v.parse(courierSchema, courierInput(row, merged))),
      read: async () => {
        const stored = (await listCouriers()).find(({ code }) => code === row);
        return stored && { values: courierValues(stored), version: stored.version };
      },
    });
  }
  const saved = await saveCourier(actor, null, input.output);
  if (saved.ok) return { done: true };
  if (saved.problem === "courier_taken") {
    return { problems: { code: saved.problem }, row, values };
  }
  return { problem: saved.problem, row, values };
}

const courierInput = (row: string, values: FormValues) => ({
  code: row || firstValue(values, "code"),
  name: firstValue(values, "name"),
  tracking_url: firstValue(values, "tracking_url"),
});

const courierValues = ({ name, tracking_url }: Courier) => ({
  name: [name],
  tracking_url: [tracking_url],
});

/** Where each courier shows its shipments. */
export default function ShippingCouriers({ loaderData, actionData }: Route.ComponentProps) {
  const { couriers: words } = useShippingHoursWords();
  const editing = useEditingWords();
  const textOf = useProblemText();
  const rows = loaderData.couriers.map(({ code, name, tracking_url, version }) => ({
    key: code,
    version,
    values: { name: [name], tracking_url: [tracking_url] },
    removes: words.remove(name),
    summary: (
      <>
        <span className="figures w-28 font-semibold">{code}</span>
        <span className="w-40">{name}</span>
        <span className="min-w-0 grow text-muted wrap-anywhere">
          {tracking_url || words.noLink}
        </span>
      </>
    ),
  }));
  return (
    <ShippingPage tab="couriers">
      {actionData?.problem ? <Notice tone="error">{textOf(actionData.problem)}</Notice> : null}
      {actionData?.done ? <Notice tone="success">{editing.saved}</Notice> : null}
      <p className="max-w-[66ch] text-muted">{words.lead}</p>
      {rows.length === 0 ? <p className="text-muted">{words.emptyText}</p> : null}
      <EditableRows
        rows={rows}
        add={words.add}
        answer={actionData}
        labels={{ name: words.name, tracking_url: words.url }}
      >
        {({ key, values, problems }) => (
          <div className="grid items-start gap-4 @xl:grid-cols-2">
            {key === "" ? (
              <TextField
                label={words.code}
                name="code"
                hint={words.codeHint}
                values={values}
                problems={problems}
                maxLength={60}
              />
            ) : null}
            <TextField
              label={words.name}
              name="name"
              values={values}
              problems={problems}
              maxLength={60}
            />
            <div className="@xl:col-span-2">
              <TextField
                label={words.url}
                name="tracking_url"
                hint={words.urlHint}
                values={values}
                problems={problems}
                maxLength={300}
                placeholder="https://…/?resi={resi}"
                optional
              />
            </div>
          </div>
        )}
      </EditableRows>
    </ShippingPage>
  );
}
