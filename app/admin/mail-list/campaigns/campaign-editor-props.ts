import type { LocalText } from "#base/language.ts";
import type { SignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import type { ShopTimeZone } from "#shop/kernel/time-zones.ts";
import type { Campaign, TopicChoice } from "#shop/mailing/campaigns/campaign.ts";
import type { CampaignCheck } from "#shop/mailing/campaigns/check-content.ts";
import type { DraftSave } from "#shop/mailing/campaigns/write/draft-history.server.ts";

export interface CampaignEditorProps {
  campaign: Campaign | null;
  topics: readonly TopicChoice[];
  segments: readonly { readonly id: string; readonly name: string }[];
  promotions: readonly { readonly id: string; readonly name: LocalText }[];
  timeZone: ShopTimeZone;
  audience: { readonly id: number; readonly en: number; readonly total: number } | null;
  /** While the audience is counted: about how many; null: nobody knows yet. */
  counting: { readonly about: number | null } | null;
  products: Readonly<Record<string, LocalText>>;
  /** Categories that a rule of products may name. */
  categories: readonly { readonly id: string; readonly name: LocalText }[];
  checks: readonly CampaignCheck[];
  keys: SignInKeys;
  ownAddress: string;
  /** The saves of the draft, the newest first. */
  history: readonly DraftSave[];
  /** Shows the draft as it is stored, and forgets what was typed. */
  onReload: () => void;
  /** The text of an automation: without a name, an audience and a button that sends, and maybe without hours. */
  automation?: { readonly hasHours: boolean };
}
