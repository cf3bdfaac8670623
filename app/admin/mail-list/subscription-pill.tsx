import { useMailListWords } from "#app/admin/mail-list/messages/mail-list.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { SubscriptionState } from "#shop/consent/topic.ts";

const looks: Record<SubscriptionState, { copy: Copy; icon: IconName }> = {
  pending: { copy: "yellow", icon: "clock" },
  subscribed: { copy: "green", icon: "check" },
  unsubscribed: { copy: "white", icon: "ban" },
  bounced: { copy: "pink", icon: "triangle-alert" },
  complained: { copy: "stamp", icon: "circle-alert" },
};

/** @param topic its name, before the state */
export function SubscriptionPill({ state, topic }: { state: SubscriptionState; topic?: string }) {
  const { states } = useMailListWords();
  return <Pill {...looks[state]}>{topic ? `${topic}: ${states[state]}` : states[state]}</Pill>;
}
