import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { useStaffWords } from "#app/admin/messages/staff.ts";
import { useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { Link } from "#app/ui/link.tsx";
import { Pill } from "#app/ui/pill.tsx";
import type { StaffPerson } from "#shop/staff/staff-people.server.ts";

/** Dense rows; cards on a phone. */
export function PeopleTable({ people, me }: { people: readonly StaffPerson[]; me: string }) {
  const { people: words } = useStaffWords();
  return (
    <ListTable
      heads={[
        { label: words.name },
        { label: words.role },
        { label: words.factor },
        { label: words.lastSignIn },
        { label: words.state },
      ]}
    >
      {people.map((person) => (
        <Row key={person.id} person={person} isMe={person.id === me} />
      ))}
    </ListTable>
  );
}

function Row({ person, isMe }: { person: StaffPerson; isMe: boolean }) {
  const { people: words, you } = useStaffWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const nameOf = useRoleName();
  const role = person.role === "ADMIN" ? "ADMIN" : person.staff_role;
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:content-start @max-4xl:gap-x-4 @max-4xl:gap-y-1 @max-4xl:border @max-4xl:p-3">
      <td className="px-3 py-2 @max-4xl:p-0">
        <Link
          to={to(`/admin/Staff/${person.id}`)}
          className="font-semibold wrap-anywhere text-carbon after:absolute after:inset-0"
        >
          {person.name || person.email}
        </Link>
        {isMe ? <span className="text-muted"> ({you})</span> : null}
        {person.name ? (
          <span className="block wrap-anywhere text-muted">{person.email}</span>
        ) : null}
      </td>
      <td className="px-3 py-2 wrap-anywhere @max-4xl:p-0 @max-4xl:text-right">
        {nameOf(role, person.role_name)}
      </td>
      <td className="px-3 py-2 @max-4xl:p-0">
        <span className="text-muted @4xl:hidden">{words.factor}: </span>
        {person.has_second_factor ? words.yes : <span className="text-stamp">{words.no}</span>}
      </td>
      <td className="px-3 py-2 text-muted @4xl:whitespace-nowrap @max-4xl:col-span-2 @max-4xl:row-start-3 @max-4xl:p-0">
        <span className="@4xl:hidden">{words.lastSignIn}: </span>
        {person.last_sign_in ? formatMoment(person.last_sign_in, language, zone) : words.never}
      </td>
      <td className="px-3 py-2 @max-4xl:p-0 @max-4xl:text-right">
        {person.state === "active" ? (
          words.states.active
        ) : (
          <Pill
            copy={person.state === "banned" ? "stamp" : "yellow"}
            icon={person.state === "banned" ? "ban" : "clock"}
          >
            {words.states[person.state]}
          </Pill>
        )}
      </td>
    </tr>
  );
}
