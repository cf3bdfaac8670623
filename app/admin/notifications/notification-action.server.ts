import type { RouterContextProvider } from "react-router";
import { badRequest, readForm } from "#app/read-form.server.ts";
import { isNotificationKind, kindsFor } from "#shop/office/notifications/notification.ts";
import {
  markAllRead,
  markRead,
  readId,
} from "#shop/office/notifications/read-notifications.server.ts";
import { savePreferences } from "#shop/staff/preferences.server.ts";
import { staffOf } from "../staff.server.ts";

/** Marks the person's own notifications as read, or changes what they receive. @throws 400 for anything else */
export async function changeNotifications(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<{ saved: boolean }> {
  const staff = staffOf(context);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "read": {
      const id = readId(form.get("id"));
      if (id === undefined) throw badRequest();
      await markRead(staff, id);
      return { saved: false };
    }
    case "read-all": {
      const upTo = readId(form.get("up_to"));
      if (upTo === undefined) throw badRequest();
      await markAllRead(staff, upTo);
      return { saved: false };
    }
    case "save": {
      const wanted = form.getAll("kind");
      const mailed = form.getAll("mailed");
      if (!wanted.every(isNotificationKind) || !mailed.every(isNotificationKind)) {
        throw badRequest();
      }
      // A kind that the form did not offer stays as it is: unmuted for somebody who may see it later.
      const muted = kindsFor(staff.permissions).filter((kind) => !wanted.includes(kind));
      await savePreferences(staff, {
        muted,
        mailed,
        daily_digest: form.get("daily_digest") === "on",
      });
      return { saved: true };
    }
    default:
      throw badRequest();
  }
}
