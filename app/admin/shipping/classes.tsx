import * as v from "valibot";
import { type FormValues, firstValue, readValues } from "#app/admin/kit/form/form-values.ts";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { shippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingHoursWords } from "#app/admin/shipping/messages/shipping-hours.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLanguage } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import {
  classSchema,
  deleteClass,
  listClasses,
  saveClass,
} from "#shop/settings/shipping/classes.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/classes";
import { EditableRows } from "./editable-rows.tsx";
import { NameFields, TextField, useProblemText } from "./fields.tsx";
import type { RowAnswer } from "./row-answer.ts";
import { saveRow } from "./save-row.server.ts";
import { ShippingPage } from "./shipping-page.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).tabs.classes,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  return { classes: await listClasses() };
}

export async function action({ request, context }: Route.ActionArgs): Promise<RowAnswer> {
  const actor = staffWith(context, "shipping.edit");
  const form = await readForm(request);
  const values = readValues(form);
  const row = firstValue(values, "row");
  if (form.get("intent") === "delete") {
    const deleted = await deleteClass(actor, row);
    return deleted.ok ? { done: true } : { problem: deleted.problem };
  }
  const input = v.safeParse(classSchema, classInput(row, values));
  if (!input.success) return { problems: formProblems(input.issues), row, values };
  if (row !== "") {
    return saveRow({
      form,
      row,
      save: (merged, version) =>
        saveClass(actor, version, v.parse(classSchema, classInput(row, merged))),
      read: async () => {
        const stored = (await listClasses()).find(({ slug }) => slug === row);
        if (!stored) return undefined;
        const { name, version } = stored;
        return { values: { "name.id": [name.id], "name.en": [name.en] }, version };
      },
    });
  }
  const saved = await saveClass(actor, null, input.output);
  if (saved.ok) return { done: true };
  if (saved.problem === "class_taken") {
    return { problems: { slug: saved.problem }, row, values };
  }
  return { problem: saved.problem, row, values };
}

const classInput = (row: string, values: FormValues) => ({
  slug: row || firstValue(values, "slug"),
  name: { id: firstValue(values, "name.id"), en: firstValue(values, "name.en") },
});

/** Shipping classes: the built-in ones may be renamed, the shop's own also deleted. */
export default function ShippingClasses({ loaderData, actionData }: Route.ComponentProps) {
  const { classes: words } = useShippingHoursWords();
  const editing = useEditingWords();
  const language = useLanguage();
  const textOf = useProblemText();
  const rows = loaderData.classes.map(({ slug, name, built_in, version, products, methods }) => ({
    key: slug,
    version,
    values: { "name.id": [name.id], "name.en": [name.en] },
    removes: built_in ? undefined : words.remove(name[language]),
    summary: (
      <>
        <span className="w-44 font-semibold">{name[language]}</span>
        <span className="figures w-32 text-muted">{slug}</span>
        <span className="text-muted">
          <span className="figures">{products > 1000 ? "1.000+" : products}</span>{" "}
          {words.products.toLowerCase()} · <span className="figures">{methods}</span>{" "}
          {words.methods.toLowerCase()}
        </span>
        <span className="ml-auto">
          {built_in ? (
            <span className="text-muted">{words.builtIn}</span>
          ) : (
            <Pill copy="white" icon="tag">
              {words.own}
            </Pill>
          )}
        </span>
      </>
    ),
  }));
  return (
    <ShippingPage tab="classes">
      {actionData?.problem ? <Notice tone="error">{textOf(actionData.problem)}</Notice> : null}
      {actionData?.done ? <Notice tone="success">{editing.saved}</Notice> : null}
      <p className="max-w-[66ch] text-muted">{words.lead}</p>
      <EditableRows
        rows={rows}
        add={words.add}
        answer={actionData}
        labels={{
          "name.id": `${words.name} (${editing.languages.id})`,
          "name.en": `${words.name} (${editing.languages.en})`,
        }}
      >
        {({ key, values, problems }) => (
          <>
            {key === "" ? (
              <TextField
                label={words.slug}
                name="slug"
                hint={words.slugHint}
                values={values}
                problems={problems}
                maxLength={40}
                autoCapitalize="none"
              />
            ) : null}
            <NameFields label={words.name} values={values} problems={problems} />
          </>
        )}
      </EditableRows>
    </ShippingPage>
  );
}
