import type * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { findCampaign } from "#shop/mailing/campaigns/read-campaigns.server.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { newTemplate, renamedTemplate, Template, TemplateProblem } from "./template.ts";

/** Staff: the templates that they saved, by name. */
export async function listTemplates(actor: Person): Promise<readonly Template[]> {
  if (!may(actor, "mail.read")) return [];
  const rows = await asShop()<(Omit<Template, "savedAt"> & { saved_at: Date })[]>`
    select t.id, t.name, t.version, t.saved_at, coalesce(nullif(p.full_name, ''), u.email) as author,
      array(select l from unnest(array['id', 'en']) l where jsonb_typeof(t.contents -> l) = 'object') as languages
    from private.mail_templates t left join auth.users u on u.id = t.author left join profiles p on p.id = t.author
    order by lower(t.name), t.id`;
  return rows.map(({ saved_at, ...template }) => ({
    ...template,
    savedAt: saved_at.toISOString(),
  }));
}

/** Staff: saves what a campaign says, as it is stored, under a name. The same new id again changes nothing. */
export async function saveTemplate(
  actor: Person,
  campaignId: string,
  { id, name }: v.InferOutput<typeof newTemplate>,
): Promise<Result<null, TemplateProblem>> {
  const campaign = await findCampaign(actor, campaignId);
  if (!campaign || campaign.automation) return fail("not_found");
  const { contents } = campaign;
  if (!contents.id && !contents.en) return fail("template_empty");
  return change(actor, async (sql) => {
    const [known] = await sql`select from private.mail_templates where id = ${id}`;
    if (!known) {
      await sql`
        insert into private.mail_templates (id, name, contents, author)
        values (${id}, ${name}, ${sql.json(contents)}, ${actor.id}) on conflict (id) do nothing`;
    }
    return ok(null);
  });
}

/** Staff: gives a template another name. */
export function renameTemplate(
  actor: Person,
  { id, version, name }: v.InferOutput<typeof renamedTemplate>,
): Promise<Result<null, TemplateProblem>> {
  return change(actor, async (sql) => {
    const [known] = await sql<{ version: number; name: string }[]>`
      select version, name from private.mail_templates where id = ${id} for update`;
    if (!known) return fail("not_found");
    if (known.name === name) return ok(null);
    if (known.version !== version) return fail("changed_meanwhile");
    await sql`update private.mail_templates set name = ${name} where id = ${id}`;
    return ok(null);
  });
}

/** Staff: deletes a template. Campaigns that began with it stay. A repeated call changes nothing. */
export function deleteTemplate(actor: Person, id: string): Promise<Result<null, TemplateProblem>> {
  return change(actor, async (sql) => {
    await sql`delete from private.mail_templates where id = ${id}`;
    return ok(null);
  });
}

async function change(
  actor: Person,
  act: (sql: Sql) => Promise<Result<null, TemplateProblem>>,
): Promise<Result<null, TemplateProblem>> {
  try {
    return await asStaff<null, TemplateProblem>(actor, "mail.send", act);
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "mail_template_name_taken") return fail("template_name_taken");
    if (constraint === "mail_templates_full") return fail("too_many_templates");
    throw error;
  }
}
