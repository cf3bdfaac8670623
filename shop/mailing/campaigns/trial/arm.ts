import type { CampaignContent } from "#shop/mailing/campaigns/block.ts";

/** The two subjects of a campaign (docs/why/mailing.md). */
export const arms = ["a", "b"] as const;
export type Arm = (typeof arms)[number];

/** From the moment when the tenths were handed over until the better subject is chosen. */
export const trialHours = 4;
/** Each arm's share of the recipients, as in private.mail_arm. */
const armShare = 0.1;
/** Below so many recipients of an arm chance decides. */
export const minArmPeople = 1_000;

/** How many recipients each arm would have. @param holdout percent of `recipients` who get nothing */
export function armPeople(recipients: number, holdout: number): number {
  return Math.round(recipients * (1 - holdout / 100) * armShare);
}

/** Whether any language has a second subject. */
export function hasTrial(contents: Readonly<Record<string, CampaignContent | null>>): boolean {
  return Object.values(contents).some((content) => content?.second !== undefined);
}

/** The arms that a content has. */
export function armsOf(content: CampaignContent): readonly Arm[] {
  return content.second ? arms : ["a"];
}

/** What an arm says. */
export function contentOfArm(
  { second, ...content }: CampaignContent,
  arm: Arm,
): Omit<CampaignContent, "second"> {
  if (arm === "a" || !second) return content;
  return { ...content, subject: second.subject, preheader: second.preheader || content.preheader };
}
