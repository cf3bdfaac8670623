import {
  collectionWords,
  useCollectionWords,
} from "#app/admin/collections/messages/collections.ts";
import { cellClasses, rowClasses, SimpleList } from "#app/admin/kit/list/simple-list.tsx";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import { inLanguage } from "#base/language.ts";
import {
  type CollectionRow,
  listCollections,
} from "#shop/catalogue/collections/read-collections.server.ts";
import { may } from "#shop/kernel/access.ts";
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
  return (
    <SimpleList
      words={words}
      action={add}
      isEmpty={collections.length === 0}
      heads={[
        { label: words.heads.name },
        { label: words.heads.kind },
        { label: words.heads.status },
        { label: words.heads.address },
      ]}
    >
      {collections.map(({ id, name, kind, status, slug }) => (
        <tr key={id} className={rowClasses}>
          <td className={cellClasses}>
            <Link
              to={to(`/admin/Collections/${id}`)}
              className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
            >
              {inLanguage(name, language)}
            </Link>
          </td>
          <td className={cellClasses}>{words.kinds[kind]}</td>
          <td className={cellClasses}>
            <Pill {...looks[status]}>{words.statuses[status]}</Pill>
          </td>
          <td className={`${cellClasses} figures text-muted wrap-anywhere`}>/Collections/{slug}</td>
        </tr>
      ))}
    </SimpleList>
  );
}
