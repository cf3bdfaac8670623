import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { staffWords, useStaffWords } from "#app/admin/messages/staff.ts";
import { languageOf } from "#app/language.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Notice } from "#app/ui/notice.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isAdministrator } from "#shop/kernel/access.ts";
import { invitationHours, listInvitations } from "#shop/staff/invitations.server.ts";
import { listStaffPeople } from "#shop/staff/staff-people.server.ts";
import { readStaffPolicy } from "#shop/staff/staff-policy.server.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/staff";
import { InvitationList, InviteForm } from "./invitations.tsx";
import { PeopleTable } from "./people-table.tsx";
import { PolicyPanel } from "./policy-panel.tsx";
import { readRoleChoices } from "./role-choices.server.ts";
import { answerStaff, type StaffAnswer } from "./staff-action.server.ts";
import { StaffPage } from "./staff-page.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, { title: staffWords(languageOf(source.location.pathname)).title, hidden: true });

export async function loader({ url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "staff.edit");
  const [people, invitations, policy, choices, keys] = await Promise.all([
    listStaffPeople(staff),
    listInvitations(staff),
    readStaffPolicy(staff),
    readRoleChoices(staff),
    readSignInKeys(staff),
  ]);
  return {
    people,
    invitations,
    policy,
    choices,
    keys,
    me: staff.id,
    hours: invitationHours,
    now: Date.now(),
    isAdmin: isAdministrator(staff),
    hasEnded: url.searchParams.has("ended"),
  };
}

export async function action({ request, url, context }: Route.ActionArgs): Promise<StaffAnswer> {
  const staff = staffWith(context, "staff.edit");
  return answerStaff(staff, await readForm(request), languageOf(url.pathname));
}

/** Who works for the shop, who is invited, and whether they need a second factor. */
export default function AdminStaff({ loaderData, actionData }: Route.ComponentProps) {
  const { people, invitations, policy, choices, keys, me, hours, now, isAdmin } = loaderData;
  const words = useStaffWords();
  const { fetcher, proof, answer } = useProvenFetcher<StaffAnswer>(keys);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : (answer ?? actionData);
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const success = {
    invited: words.invitations.sent,
    resent: words.invitations.resent,
    revoked: words.invitations.revoked,
    policy: words.policy.done,
  };
  const done =
    reply?.done && reply.done in success ? success[reply.done as keyof typeof success] : "";
  return (
    <StaffPage tab="people">
      <div role="status" className="contents">
        {done ? <Notice tone="success">{done}</Notice> : null}
        {loaderData.hasEnded && !reply ? (
          <Notice tone="success">{words.person.ended}</Notice>
        ) : null}
      </div>
      {reply?.problem ? <Notice tone="error">{say(reply.problem)}</Notice> : null}
      <PeopleTable people={people} me={me} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <InvitationList invitations={invitations} form={fetcher.Form} busy={busy} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <InviteForm
            key={reply?.done === "invited" ? invitations[0]?.id : "invite"}
            choices={choices}
            hours={hours}
            form={fetcher.Form}
            busy={busy}
            problemOf={(name) => {
              const code = reply?.problems?.[name];
              return code === undefined ? undefined : say(code);
            }}
          />
          <PolicyPanel
            policy={policy}
            now={now}
            isAdmin={isAdmin}
            hasFactor={keys.factors.length > 0}
            form={fetcher.Form}
            busy={busy}
            problem={reply?.problems?.from ? say(reply.problems.from) : undefined}
          />
        </div>
      </div>
      {proof}
    </StaffPage>
  );
}
