import { useNotificationWords } from "#app/admin/notifications/messages/notifications.ts";
import type { NotificationKind } from "#shop/office/notifications/notification.ts";

interface KindTableProps {
  kinds: readonly NotificationKind[];
  /** Kinds that the bell does not show. */
  muted: readonly string[];
  /** Kinds that are also mailed. */
  mailed: readonly string[];
  /** Kinds that are also pushed to the person's devices. */
  pushed: readonly string[];
}

/** The choice for each kind of notification: on the bell, by mail, on devices, or nowhere. */
export function KindTable({ kinds, muted, mailed, pushed }: KindTableProps) {
  const words = useNotificationWords();
  return (
    <table className="w-full">
      <thead>
        <tr className="text-sm text-muted">
          <td />
          <th scope="col" className="px-1 py-2 font-semibold whitespace-nowrap">
            {words.here}
          </th>
          <th scope="col" className="px-1 py-2 font-semibold whitespace-nowrap">
            {words.byMail}
          </th>
          <th scope="col" className="px-1 py-2 font-semibold whitespace-nowrap">
            {words.byPush}
          </th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind} className="border-t border-rule">
            <th scope="row" className="py-2 text-left font-normal">
              {words.kinds[kind]}
            </th>
            <td className="text-center">
              <Tick
                name="kind"
                kind={kind}
                isOn={!muted.includes(kind)}
                label={words.kinds[kind]}
              />
            </td>
            <td className="text-center">
              <Tick
                name="mailed"
                kind={kind}
                isOn={mailed.includes(kind)}
                label={words.mailedKind(words.kinds[kind])}
              />
            </td>
            <td className="text-center">
              <Tick
                name="pushed"
                kind={kind}
                isOn={pushed.includes(kind)}
                label={words.pushedKind(words.kinds[kind])}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface TickProps {
  name: "kind" | "mailed" | "pushed";
  kind: NotificationKind;
  isOn: boolean;
  label: string;
}

function Tick({ name, kind, isOn, label }: TickProps) {
  return (
    <label className="inline-grid min-h-11 min-w-11 place-items-center">
      <input
        type="checkbox"
        name={name}
        value={kind}
        defaultChecked={isOn}
        aria-label={label}
        className="tick"
      />
    </label>
  );
}
