import { data, redirect } from "react-router";
import {
  collectionWords,
  useCollectionWords,
} from "#app/admin/collections/messages/collections.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { inLanguage, type LocalText, localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import {
  findCollection,
  previewCollection,
} from "#shop/catalogue/collections/read-collections.server.ts";
import { readEditorChoices } from "#shop/catalogue/products/find-product.server.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/collection";
import { answerCollection } from "./collection-action.server.ts";
import { CollectionForm } from "./collection-form.tsx";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const found = source.loaderData as { collection?: { name: LocalText } | null } | undefined;
  const name = found?.collection?.name;
  return pageMeta(source, {
    title: name ? inLanguage(name, language) : collectionWords(language).add,
    hidden: true,
  });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const isNew = params.id === "New";
  const staff = staffWith(context, isNew ? "products.edit" : "products.read");
  const collection = isNew ? null : await findCollection(staff, params.id);
  if (collection === undefined) throw data(null, { status: 404 });
  const [{ categories }, preview] = await Promise.all([
    readEditorChoices(),
    collection ? previewCollection(collection, languageOf(url.pathname)) : null,
  ]);
  return {
    collection,
    categories,
    preview,
    mayEdit: may(staff, "products.edit"),
    newId: crypto.randomUUID(),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "products.edit");
  const isNew = params.id === "New";
  if (!isNew && !isUuid(params.id)) throw data(null, { status: 404 });
  const answer = await answerCollection(staff, isNew ? null : params.id, await readForm(request));
  const language = languageOf(url.pathname);
  if (answer.intent === "delete" && answer.done) {
    throw redirect(localPath(language, "/admin/Collections"));
  }
  if (!isNew || !answer.id) return answer;
  throw redirect(localPath(language, `/admin/Collections/${answer.id}`));
}

export default function AdminCollection({ loaderData }: Route.ComponentProps) {
  const { collection, preview, mayEdit } = loaderData;
  const words = useCollectionWords();
  const language = useLanguage();
  const to = useLocalPath();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Collections")} className="link justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        {collection ? inLanguage(collection.name, language) : words.add}
      </h1>
      {collection && preview ? (
        <section className="grid max-w-3xl gap-1 border border-rule p-4">
          <p className="font-semibold">{words.preview(preview.total)}</p>
          {preview.isFilling ? <p role="status">{words.previewFilling}</p> : null}
          {preview.names.length > 0 ? (
            <p className="text-muted">
              {preview.names.join(", ")}
              {preview.total > preview.names.length ? `, ${words.previewMore}` : ""}
            </p>
          ) : null}
          <Link to={to(`/Collections/${collection.slug}`)} className="link justify-self-start">
            {words.show}
          </Link>
        </section>
      ) : null}
      {mayEdit ? <CollectionForm key={collection?.version ?? "new"} {...loaderData} /> : null}
    </div>
  );
}
