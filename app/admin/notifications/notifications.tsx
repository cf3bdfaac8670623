import { Form, useNavigation } from "react-router";
import { Neighbours } from "#app/admin/kit/list/keyset-list.tsx";
import {
  notificationWords,
  useNotificationWords,
} from "#app/admin/notifications/messages/notifications.ts";
import { languageOf } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { shopTimeZones } from "#shop/kernel/time-zones.ts";
import { kindsFor, mailedByDefault } from "#shop/office/notifications/notification.ts";
import { listPushDevices } from "#shop/office/notifications/push/subscriptions.server.ts";
import { listNotifications } from "#shop/office/notifications/read-notifications.server.ts";
import { readPreferences } from "#shop/staff/preferences.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/notifications";
import { KindTable } from "./kind-table.tsx";
import { changeNotifications } from "./notification-action.server.ts";
import { NotificationList } from "./notification-list.tsx";
import { PushDevices } from "./push/push-devices.tsx";

export const meta: Route.MetaFunction = (source) => {
  const { title } = notificationWords(languageOf(source.location.pathname));
  return pageMeta(source, { title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const [page, { muted, mailed, pushed, daily_digest }, devices] = await Promise.all([
    listNotifications(staff, url.searchParams.get("after")),
    readPreferences(staff),
    listPushDevices(staff),
  ]);
  const usual = staff.role === "ADMIN" ? mailedByDefault : [];
  const kinds = kindsFor(staff.permissions);
  return {
    ...page,
    kinds,
    muted,
    mailed: mailed ?? usual,
    pushed: pushed ?? mailedByDefault,
    daily_digest,
    ...devices,
  };
}

export function action({ request, context }: Route.ActionArgs) {
  return changeNotifications(request, context);
}

/** The person's notifications, newest first, and which of them they get. */
export default function Notifications({ loaderData, actionData }: Route.ComponentProps) {
  // The digest leaves at midnight UTC (server/boot/jobs.ts).
  const { hours, name: clock } = shopTimeZones[useShopZone()];
  const { notifications, after, kinds, muted, mailed, pushed, daily_digest, devices, publicKey } =
    loaderData;
  const words = useNotificationWords();
  const isBusy = useNavigation().formData?.get("intent") === "save";
  const newest = notifications[0]?.id;
  const hasUnread = notifications.some(({ read_at }) => read_at === null);
  return (
    <div className="grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <header className="flex flex-wrap items-start justify-between gap-4 lg:col-span-2">
        <div className="grid gap-1">
          <h1 tabIndex={-1} className="text-2xl">
            {words.title}
          </h1>
          <p className="text-muted">{words.lead}</p>
        </div>
        {hasUnread ? (
          <Form method="post">
            <input type="hidden" name="up_to" value={newest} />
            <Button type="submit" name="intent" value="read-all" look="quiet" icon="check">
              {words.markAll}
            </Button>
          </Form>
        ) : null}
      </header>
      <section className="grid content-start gap-4">
        {notifications.length === 0 ? (
          <EmptyState title={words.empty}>{words.emptyText}</EmptyState>
        ) : (
          <NotificationList notifications={notifications} />
        )}
        <Neighbours
          words={{ newer: words.older, older: words.older, pages: words.pages }}
          after={after}
          before={null}
          address={(position) => `?${new URLSearchParams({ ...position })}`}
        />
      </section>
      <div className="grid content-start gap-6">
        <Form method="post" className="grid content-start gap-4 self-start border border-rule p-5">
          <fieldset className="grid gap-1">
            <legend className="mb-2 text-lg">{words.settings}</legend>
            <KindTable kinds={kinds} muted={muted} mailed={mailed} pushed={pushed} />
            <p className="text-sm text-muted">{words.byMailText}</p>
          </fieldset>
          <div className="border-t border-rule pt-3">
            <Checkbox
              name="daily_digest"
              defaultChecked={daily_digest}
              label={words.digest(String(hours).padStart(2, "0"), clock)}
            />
          </div>
          {actionData?.saved ? <Notice tone="success">{words.saved}</Notice> : null}
          <Button
            type="submit"
            name="intent"
            value="save"
            busy={isBusy}
            className="justify-self-start"
          >
            {words.save}
          </Button>
        </Form>
        <PushDevices devices={devices} publicKey={publicKey} />
      </div>
    </div>
  );
}
