import * as v from "valibot";
import { fail, type Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { type CampaignInput, campaignInput } from "#shop/mailing/campaigns/campaign.ts";
import { type SaveProblem, saveCampaign } from "./save-campaign.server.ts";

export interface DraftSave {
  readonly version: number;
  /** Null for an account that is gone. */
  readonly author: string | null;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly isAuto: boolean;
  /** The first one that it had; empty without any. */
  readonly subject: string;
}

/** The saves of a draft, the newest first. */
export async function listDraftSaves(actor: Person, number: number): Promise<readonly DraftSave[]> {
  if (!may(actor, "mail.read")) return [];
  const rows = await asShop()<
    { version: number; author: string | null; saved_at: Date; is_auto: boolean; subject: string }[]
  >`
    select d.version, d.saved_at, d.is_auto,
      coalesce(nullif(p.full_name, ''), u.email) as author,
      coalesce(nullif(d.content #>> '{contents,id,subject}', ''), d.content #>> '{contents,en,subject}', '') as subject
    from private.mail_drafts d left join auth.users u on u.id = d.author left join profiles p on p.id = d.author
    where d.campaign = ${number} order by d.version desc`;
  return rows.map(({ version, author, saved_at, is_auto, subject }) => ({
    version,
    author,
    subject,
    savedAt: saved_at.toISOString(),
    isAuto: is_auto,
  }));
}

/**
 * Makes an earlier save the newest one; what is there now stays in the history.
 * @param version of the draft that the person saw
 * @returns the version after it
 */
export async function restoreDraft(
  actor: Person,
  id: string,
  version: number,
  saved: number,
): Promise<Result<{ version: number }, SaveProblem>> {
  if (!may(actor, "mail.send")) return fail("not_permitted");
  const isNumber = Number.isInteger(saved) && saved > 0 && saved < 2 ** 31;
  if (!isUuid(id) || !isNumber) return fail("not_found");
  const [row] = await asShop()<{ content: object }[]>`
    select d.content from private.mail_drafts d join private.mail_campaigns c on c.number = d.campaign
    where c.id = ${id} and d.version = ${saved}`;
  if (!row) return fail("not_found");
  return saveCampaign(actor, readDraft(id, version, row.content));
}

function readDraft(id: string, version: number, content: object): CampaignInput {
  return v.parse(campaignInput, { ...content, id, version });
}
