import type { RouterContextProvider } from "react-router";
import { badRequest, readForm } from "#app/read-form.server.ts";
import { isUuid } from "#base/uuid.ts";
import {
  isNotificationKind,
  kindsFor,
  type NotificationKind,
} from "#shop/office/notifications/notification.ts";
import { queuePushExample } from "#shop/office/notifications/push/queue-pushes.server.ts";
import {
  removePushDevice,
  renewPush,
  subscribePush,
} from "#shop/office/notifications/push/subscriptions.server.ts";
import {
  markAllRead,
  markRead,
  readId,
} from "#shop/office/notifications/read-notifications.server.ts";
import { savePreferences } from "#shop/staff/preferences.server.ts";
import { staffOf } from "../staff.server.ts";

export interface Changed {
  readonly saved: boolean;
  /** Whether an example was sent to the person's devices. */
  readonly isExampleQueued?: boolean;
}

/** Marks the person's own notifications as read, or changes what they receive and where. @throws 400 for anything else */
export async function changeNotifications(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<Changed> {
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
      const wanted = kindsOf(form, "kind");
      const mailed = kindsOf(form, "mailed");
      const pushed = kindsOf(form, "pushed");
      // A kind that the form did not offer stays as it is: unmuted for somebody who may see it later.
      const muted = kindsFor(staff.permissions).filter((kind) => !wanted.includes(kind));
      await savePreferences(staff, {
        muted,
        mailed,
        pushed,
        daily_digest: form.get("daily_digest") === "on",
      });
      return { saved: true };
    }
    case "push-on": {
      const userAgent = request.headers.get("user-agent") ?? "";
      if (!(await subscribePush(staff, form.get("subscription"), userAgent))) throw badRequest();
      return { saved: false };
    }
    case "push-renew": {
      if (!(await renewPush(staff, form.get("subscription")))) throw badRequest();
      return { saved: false };
    }
    case "push-off": {
      const id = form.get("id");
      if (!isUuid(id)) throw badRequest();
      await removePushDevice(staff, id);
      return { saved: false };
    }
    case "push-example":
      await queuePushExample(staff);
      return { saved: false, isExampleQueued: true };
    default:
      throw badRequest();
  }
}

/** @throws 400 when a value is not a kind of notification */
function kindsOf(form: FormData, name: string): readonly NotificationKind[] {
  const kinds = form.getAll(name);
  if (!kinds.every(isNotificationKind)) throw badRequest();
  return kinds;
}
