import { useCampaignWords } from "#app/admin/mail-list/messages/campaigns.ts";
import type { IconName } from "#app/ui/icon.tsx";
import { type Copy, Pill } from "#app/ui/pill.tsx";
import type { CampaignStatus } from "#shop/mailing/campaigns/campaign.ts";

/** How a status is shown: its colour always comes with its icon and its word. */
export const campaignLooks: Readonly<Record<CampaignStatus, { copy: Copy; icon: IconName }>> = {
  draft: { copy: "white", icon: "pen-line" },
  scheduled: { copy: "yellow", icon: "clock" },
  freezing: { copy: "yellow", icon: "user" },
  sending: { copy: "yellow", icon: "mail" },
  paused: { copy: "pink", icon: "triangle-alert" },
  sent: { copy: "green", icon: "circle-check" },
  cancelled: { copy: "white", icon: "x" },
};

export function CampaignPill({ status }: { status: CampaignStatus }) {
  const { statuses } = useCampaignWords();
  return <Pill {...campaignLooks[status]}>{statuses[status]}</Pill>;
}
