import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { collectionWords, useCollectionWords } from "#app/messages/admin/collections.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { inLanguage } from "#base/language.ts";
import { may } from "#shop/access.ts";
import { type CollectionRow, listCollections } from "#shop/collections/read-collections.server.ts";
import { ListTable } from "../list-table.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/collections";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: collectionWords(languageOf(source.location.pathname)).title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  return { collections: await listCollections(staff), mayEdit: may(staff, "products.edit") };
}

const looks = {
  hidden: { copy: "white", icon: "eye-off" },
  upcoming: { copy: "yellow", icon: "clock" },
  public: { copy: "green", icon: "eye" },
  over: { copy: "white", icon: "check" },
} as const satisfies Record<CollectionRow["status"], { copy: Copy; icon: string }>;

export default function AdminCollections({ loaderData }: Route.ComponentProps) {
  const { collections, mayEdit } = loaderData;
  const words = useCollectionWords();
  const language = useLanguage();
  const to = useLocalPath();
  const add = mayEdit ? (
    <ButtonLink to={to("/admin/Collections/New")} icon="plus">
      {words.add}
    </ButtonLink>
  ) : undefined;
  const cell = "px-3 py-2 @max-4xl:p-0";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        {collections.length > 0 ? add : null}
      </header>
      {collections.length === 0 ? (
        <EmptyState title={words.empty} action={add}>
          {words.emptyText}
        </EmptyState>
      ) : (
        <ListTable
          heads={[
            { label: words.heads.name },
            { label: words.heads.kind },
            { label: words.heads.status },
            { label: words.heads.address },
          ]}
        >
          {collections.map(({ id, name, kind, status, slug }) => (
            <tr
              key={id}
              className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:gap-1 @max-4xl:border @max-4xl:p-3"
            >
              <td className={cell}>
                <Link
                  to={to(`/admin/Collections/${id}`)}
                  className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
                >
                  {inLanguage(name, language)}
                </Link>
              </td>
              <td className={cell}>{words.kinds[kind]}</td>
              <td className={cell}>
                <Pill {...looks[status]}>{words.statuses[status]}</Pill>
              </td>
              <td className={`${cell} figures text-muted wrap-anywhere`}>/Collections/{slug}</td>
            </tr>
          ))}
        </ListTable>
      )}
    </div>
  );
}
