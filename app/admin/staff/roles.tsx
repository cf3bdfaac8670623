import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { staffWords, useStaffWords } from "#app/admin/messages/staff.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { listStaffRoles, type StaffRole } from "#shop/staff/staff-roles.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/roles";
import { StaffPage } from "./staff-page.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: staffWords(languageOf(source.location.pathname)).tabs.roles,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  return { roles: await listStaffRoles(staffWith(context, "staff.edit")) };
}

/** The sets of permissions that staff can have. */
export default function AdminStaffRoles({ loaderData: { roles } }: Route.ComponentProps) {
  const { roleList: words } = useStaffWords();
  const to = useLocalPath();
  return (
    <StaffPage
      tab="roles"
      action={
        <ButtonLink to={to("/admin/Staff/Roles/new")} look="quiet" icon="plus">
          {words.add}
        </ButtonLink>
      }
    >
      <p className="max-w-[72ch] text-muted">{words.lead}</p>
      <ListTable
        heads={[
          { label: words.name },
          { label: words.kind },
          { label: words.permissions, isNumber: true },
          { label: words.holders, isNumber: true },
        ]}
      >
        {roles.map((role) => (
          <Row key={role.id} role={role} />
        ))}
      </ListTable>
    </StaffPage>
  );
}

function Row({ role }: { role: StaffRole }) {
  const { roleList: words } = useStaffWords();
  const to = useLocalPath();
  const nameOf = useRoleName();
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3">
      <td className="px-3 py-2 @max-4xl:p-0">
        <Link
          to={to(`/admin/Staff/Roles/${role.id}`)}
          className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
        >
          {nameOf(role.id, role.name)}
        </Link>
      </td>
      <td className="px-3 py-2 text-muted @max-4xl:p-0 @max-4xl:text-right">
        {role.built_in ? words.builtIn : words.own}
      </td>
      <td className="px-3 py-2 text-right @max-4xl:p-0 @max-4xl:text-left">
        <span className="figures @max-4xl:hidden">{role.permissions.length}</span>
        <span className="text-muted @4xl:hidden">{words.count(role.permissions.length)}</span>
      </td>
      <td className="px-3 py-2 text-right @max-4xl:p-0">
        <span className="figures @max-4xl:hidden">{role.holders.length}</span>
        <span className="text-muted @4xl:hidden">
          {role.holders.length === 0 ? words.nobody : words.people(role.holders.length)}
        </span>
      </td>
    </tr>
  );
}
