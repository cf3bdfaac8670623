import { data, Form, redirect } from "react-router";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { importWords, useImportWords } from "#app/messages/admin/imports.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Select } from "#app/ui/select.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { exportProductsKind, isSmallExport } from "#shop/imports/export-products.server.ts";
import { createImport, listImports } from "#shop/imports/imports.server.ts";
import { startTask } from "#shop/tasks/start-task.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/imports";
import { UploadForm } from "./upload-form.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: importWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "imports.run");
  const [imports, isSmall] = await Promise.all([listImports(staff), isSmallExport()]);
  return { imports, isSmall, exportId: crypto.randomUUID() };
}

/** An upload that arrived becomes an import; a large export becomes a task. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "imports.run");
  const form = await readForm(request);
  const to = (path: string) => redirect(localPath(languageOf(url.pathname), path));
  const id = String(form.get("id"));
  if (!isUuid(id)) return data({ problem: "invalid_input" }, { status: 400 });
  if (form.get("intent") === "export") {
    const delimiter = form.get("delimiter") === "," ? "," : ";";
    const started = await startTask(staff, exportProductsKind, {
      id,
      title: "",
      input: { delimiter },
    });
    if (started.ok) throw to(`/admin/Tasks/${id}`);
    return { problem: started.problem };
  }
  const made = await createImport(staff, id, String(form.get("name") ?? ""));
  if (made.ok) throw to(`/admin/Imports/${id}`);
  return data({ problem: made.problem }, { status: 422 });
}

/** Products out as CSV, and back in. */
export default function Imports({ loaderData }: Route.ComponentProps) {
  const words = useImportWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { imports } = loaderData;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 wrap-anywhere">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title}
        </h1>
        <p className="max-w-[72ch] text-muted">{words.lead}</p>
      </header>
      <section className="grid max-w-xl gap-3">
        <h2 className="text-lg font-semibold">{words.exporting.title}</h2>
        <p className="text-muted">{words.exporting.text}</p>
        <ExportForm {...loaderData} />
      </section>
      <section className="grid max-w-xl gap-3">
        <h2 className="text-lg font-semibold">{words.upload.title}</h2>
        <p className="text-muted">{words.upload.text}</p>
        <UploadForm />
      </section>
      <section className="grid gap-3">
        <h2 className="text-lg font-semibold">{words.list}</h2>
        {imports.length === 0 ? (
          <p className="text-muted">{words.none}</p>
        ) : (
          <ul className="grid border-t border-ink">
            {imports.map((item) => (
              <li
                key={item.id}
                className="flex flex-wrap gap-x-4 gap-y-1 border-b border-rule py-3"
              >
                <Link to={to(`/admin/Imports/${item.id}`)} className="link font-semibold">
                  {item.name}
                </Link>
                <span className="text-muted">{formatMoment(item.created_at, language)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

/** A small shop is answered with the file at once; a large one with a task that makes it. */
function ExportForm({ isSmall, exportId }: { isSmall: boolean; exportId: string }) {
  const { exporting: words } = useImportWords();
  const to = useLocalPath();
  const choice = (
    <>
      <Field label={words.delimiter}>
        {(parts) => (
          <Select {...parts} name="delimiter" defaultValue=";">
            {Object.entries(words.delimiters).map(([delimiter, label]) => (
              <option key={delimiter} value={delimiter}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button type="submit" look="quiet" icon="arrow-down" className="justify-self-start">
        {isSmall ? words.submit : words.start}
      </Button>
    </>
  );
  return isSmall ? (
    <form action={to("/admin/Imports/Export")} className="grid gap-3">
      {choice}
    </form>
  ) : (
    <Form method="post" className="grid gap-3">
      <input type="hidden" name="intent" value="export" />
      <input type="hidden" name="id" value={exportId} />
      {choice}
    </Form>
  );
}
