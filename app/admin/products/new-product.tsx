import { useState } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import * as v from "valibot";
import { productWords, useProductWords } from "#app/admin/products/messages/products.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { createProduct } from "#shop/catalogue/products/create-product.server.ts";
import { duplicateProduct } from "#shop/catalogue/products/duplicate-product.server.ts";
import { newProductSchema } from "#shop/catalogue/products/product-input.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/new-product";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: productWords(languageOf(source.location.pathname)).create.title,
    hidden: true,
  });

export function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "products.edit");
  return { id: crypto.randomUUID() };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "products.edit");
  const form = await readForm(request);
  const [copied, copyId] = [String(form.get("copy") ?? ""), String(form.get("id") ?? "")];
  if (isUuid(copied) && isUuid(copyId)) {
    const copy = await duplicateProduct(staff, copied, copyId);
    if (!copy.ok) throw data(null, { status: 404 });
    throw redirect(localPath(languageOf(url.pathname), `/admin/Products/${copy.value.id}`));
  }
  const input = v.safeParse(newProductSchema, { id: form.get("id"), name: form.get("name") });
  if (!input.success) return { problems: formProblems(input.issues) };
  const { id, name } = input.output;
  const created = await createProduct(staff, { id, name: { id: name, en: "" } });
  if (!created.ok) return { problems: { name: created.problem } };
  throw redirect(localPath(languageOf(url.pathname), `/admin/Products/${created.value.id}`));
}

/** Only a name makes a draft. */
export default function NewProduct({ loaderData, actionData }: Route.ComponentProps) {
  const { create: words, problems } = useProductWords();
  const to = useLocalPath();
  const busy = useNavigation().state === "submitting";
  // The first id stays: a second press of the button makes no second product.
  const [id] = useState(loaderData.id);
  const code = actionData?.problems.name ?? actionData?.problems.id;
  return (
    <Form method="post" noValidate className="grid max-w-xl gap-5">
      <Link to={to("/admin/Products")} className="link justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl">
        {words.title}
      </h1>
      <input type="hidden" name="id" value={id} />
      <Field
        label={words.name}
        hint={words.hint}
        error={code ? wordsFor(problems, code, "invalid_input") : undefined}
      >
        {(parts) => (
          <TextInput {...parts} name="name" maxLength={120} autoComplete="off" required />
        )}
      </Field>
      <Button type="submit" busy={busy} className="justify-self-start">
        {words.submit}
      </Button>
    </Form>
  );
}
