import {
  countUnread,
  listNotifications,
} from "#shop/office/notifications/read-notifications.server.ts";
import { staffOf } from "../staff.server.ts";
import type { Route } from "./+types/newest";

/** Notifications that the panel shows. */
const inPanel = 10;

/** What the bell and its panel show. `?count` leaves the list out. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffOf(context);
  const [unread, { notifications }] = await Promise.all([
    countUnread(staff),
    url.searchParams.has("count") ? { notifications: [] } : listNotifications(staff, null, inPanel),
  ]);
  return { unread, notifications };
}
