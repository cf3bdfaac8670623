import { data, redirect } from "react-router";
import { importWords, useImportWords } from "#app/admin/messages/imports.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isDirectExport, mayExport, startExport } from "#shop/imports/export.server.ts";
import { createImport, listImports } from "#shop/imports/imports.server.ts";
import { findKind, kinds, kindsOf } from "#shop/imports/kinds.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/imports";
import { ExportForms } from "./export-forms.tsx";
import { UploadForm } from "./upload-form.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: importWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "imports.run");
  const readable = kinds.filter((kind) => mayExport(staff, kind));
  const [imports, keys, exports] = await Promise.all([
    listImports(staff),
    readSignInKeys(staff),
    Promise.all(
      readable.map(async (kind) => ({
        name: kind.name,
        isPersonal: kind.isPersonal ?? false,
        isDirect: await isDirectExport(kind),
      })),
    ),
  ]);
  const writable = kindsOf(staff).map(({ name }) => name);
  const asked = url.searchParams.get("kind") ?? "";
  const wanted = writable.includes(asked) ? asked : "";
  return { imports, keys, exports, writable, wanted, exportId: crypto.randomUUID() };
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
    const kind = findKind(String(form.get("kind") ?? "products"));
    if (!kind) return data({ problem: "invalid_input" }, { status: 400 });
    const started = await startExport(kind, staff, { id, delimiter });
    if (started.ok) throw to(`/admin/Tasks/${id}`);
    return { problem: started.problem };
  }
  const made = await createImport(
    staff,
    id,
    String(form.get("name") ?? ""),
    String(form.get("kind") ?? ""),
  );
  if (made.ok) throw to(`/admin/Imports/${id}`);
  return data({ problem: made.problem, row: made.row }, { status: 422 });
}

/** Things of the shop out as CSV, and back in. */
export default function Imports({ loaderData }: Route.ComponentProps) {
  const words = useImportWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const { imports, writable, wanted } = loaderData;
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
        <ExportForms {...loaderData} />
      </section>
      <section id="upload" className="grid max-w-xl gap-3">
        <h2 className="text-lg font-semibold">{words.upload.title}</h2>
        <p className="text-muted">{words.upload.text}</p>
        <UploadForm kinds={writable} wanted={wanted} />
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
                <span>{words.kinds[item.kind] ?? item.kind}</span>
                <span className="text-muted">{formatMoment(item.created_at, language, zone)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
