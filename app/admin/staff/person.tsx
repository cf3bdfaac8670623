import { useState } from "react";
import { data, redirect } from "react-router";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { staffWords, useStaffWords } from "#app/admin/messages/staff.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { localPath } from "#base/language.ts";
import { isUuid } from "#base/uuid.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isAdministrator } from "#shop/kernel/access.ts";
import { waitingAbout } from "#shop/staff/approvals/list-approvals.server.ts";
import { listHistory } from "#shop/staff/read-audit.server.ts";
import { listStaffPeople, type StaffPerson } from "#shop/staff/staff-people.server.ts";
import { listStaffRoles } from "#shop/staff/staff-roles.server.ts";
import { WaitingApprovals } from "../approvals/waiting-approvals.tsx";
import { History } from "../audit/history.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/person";
import { PermissionSentences } from "./permission-list.tsx";
import { coversRole, readRoleChoices } from "./role-choices.server.ts";
import { RoleSelect } from "./role-select.tsx";
import { answerPerson, type StaffAnswer } from "./staff-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const found = source.loaderData as { person?: StaffPerson } | undefined;
  const { title } = staffWords(languageOf(source.location.pathname));
  return pageMeta(source, {
    title: found?.person?.name || found?.person?.email || title,
    hidden: true,
  });
};

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "staff.edit");
  if (!isUuid(params.id)) throw data(null, { status: 404 });
  const [[person], roles, choices, keys, history, waiting] = await Promise.all([
    listStaffPeople(staff, params.id),
    listStaffRoles(staff),
    readRoleChoices(staff),
    readSignInKeys(staff),
    listHistory(staff, { kind: "person", id: params.id }, null, languageOf(url.pathname)),
    waitingAbout(staff, params.id),
  ]);
  if (!person) throw data(null, { status: 404 });
  const role = roles.find(({ id }) => id === person.staff_role);
  const isCovered =
    choices.some(({ id }) => id === "ADMIN") ||
    (person.role === "USER" && role !== undefined && coversRole(staff, role));
  return {
    person,
    permissions: role?.permissions ?? [],
    choices,
    keys,
    history,
    waiting,
    isMe: person.id === staff.id,
    mayReset: isAdministrator(staff) && person.id !== staff.id && person.has_second_factor,
    mayChange: isCovered,
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "staff.edit");
  const reply = await answerPerson(staff, params.id, await readForm(request));
  if (reply.done !== "ended") return reply;
  const language = languageOf(url.pathname);
  // Whoever ended their own access is signed out.
  throw redirect(
    params.id === staff.id
      ? localPath(language, "/")
      : `${localPath(language, "/admin/Staff")}?ended`,
  );
}

/** One member of staff: what they may do, who gave it to them, and how it ends. */
export default function AdminStaffPerson({ loaderData, actionData }: Route.ComponentProps) {
  const { person, permissions, choices, keys, history, waiting, isMe, mayChange, mayReset } =
    loaderData;
  const words = useStaffWords();
  const language = useLanguage();
  const zone = useShopZone();
  const to = useLocalPath();
  const nameOf = useRoleName();
  const [isAsking, setIsAsking] = useState(false);
  const [isResetting, setIsResetting] = useState(false);
  const { fetcher, proof, answer } = useProvenFetcher<StaffAnswer>(keys);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : (answer ?? actionData);
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const role = person.role === "ADMIN" ? "ADMIN" : person.staff_role;
  const before = person.role === "ADMIN" ? `ADMIN ${person.staff_role}` : person.staff_role;
  const name = person.name || person.email;
  const facts = [
    [words.person.email, person.email],
    [words.people.role, nameOf(role, person.role_name)],
    [words.people.factor, person.has_second_factor ? words.people.yes : words.people.no],
    [
      words.people.lastSignIn,
      person.last_sign_in ? formatMoment(person.last_sign_in, language, zone) : words.people.never,
    ],
    [words.person.sessions, String(person.sessions)],
    [words.people.state, words.people.states[person.state]],
  ] as const;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Link to={to("/admin/Staff")} className="link justify-self-start">
        {words.back}
      </Link>
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        {name}
        {isMe ? <span className="text-base font-normal text-muted"> ({words.you})</span> : null}
      </h1>
      <div role="status" className="contents">
        {reply?.done === "changed" ? <Notice tone="success">{words.person.done}</Notice> : null}
        {reply?.done === "factor" ? (
          <Notice tone="success">{words.person.factorDone}</Notice>
        ) : null}
      </div>
      {reply?.problem ? (
        <Notice tone={reply.problem === "waits_for_approval" ? "info" : "error"}>
          {say(reply.problem)}
        </Notice>
      ) : null}
      <WaitingApprovals approvals={waiting} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Section title={words.person.facts}>
            <dl className="grid border-t border-rule">
              {facts.map(([label, value]) => (
                <div
                  key={label}
                  className="grid gap-x-4 border-b border-rule py-2 sm:grid-cols-[11rem_minmax(0,1fr)]"
                >
                  <dt className="text-muted">{label}</dt>
                  <dd className="wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
          </Section>
          <Section title={words.person.may}>
            {person.role === "ADMIN" ? (
              <p>{words.person.isAdmin}</p>
            ) : (
              <PermissionSentences granted={permissions} />
            )}
          </Section>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          {mayChange ? (
            <Section title={words.person.change} hint={words.person.changeText}>
              <fetcher.Form method="post" className="grid gap-4">
                <input type="hidden" name="before" value={before} />
                <Field
                  label={words.person.role}
                  error={reply?.problems?.role ? say(reply.problems.role) : undefined}
                >
                  {(parts) => (
                    <RoleSelect
                      {...parts}
                      key={role}
                      name="role"
                      choices={choices}
                      defaultValue={role}
                    />
                  )}
                </Field>
                <div className="flex flex-wrap gap-2">
                  <Button type="submit" name="intent" value="change" busy={busy}>
                    {words.person.save}
                  </Button>
                  <Button look="danger" busy={busy} onClick={() => setIsAsking(true)}>
                    {words.person.end}
                  </Button>
                </div>
              </fetcher.Form>
            </Section>
          ) : (
            <Notice>{words.problems.beyond_own_rights}</Notice>
          )}
          {mayReset ? (
            <Section title={words.person.factorTitle} hint={words.person.factorText}>
              <Button
                look="danger"
                busy={busy}
                className="justify-self-start"
                onClick={() => setIsResetting(true)}
              >
                {words.person.factorReset}
              </Button>
            </Section>
          ) : null}
          <History entries={history.entries} older={history.after} kind="person" id={person.id} />
        </div>
      </div>
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.person.endAsk(name)}
        place="small"
      >
        <fetcher.Form method="post" onSubmit={() => setIsAsking(false)} className="grid gap-5">
          <input type="hidden" name="before" value={before} />
          <p>{words.person.endText}</p>
          {isMe ? <p>{words.person.endSelf}</p> : null}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="end" look="danger">
              {words.person.endYes}
            </Button>
            <Button look="bare" onClick={() => setIsAsking(false)}>
              {words.person.keep}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
      <Dialog
        open={isResetting}
        onClose={() => setIsResetting(false)}
        title={words.person.factorAsk(name)}
        place="small"
      >
        <fetcher.Form method="post" onSubmit={() => setIsResetting(false)} className="grid gap-5">
          <p>{words.person.factorAskText}</p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="factor" look="danger">
              {words.person.factorReset}
            </Button>
            <Button look="bare" onClick={() => setIsResetting(false)}>
              {words.person.keep}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
      {proof}
    </div>
  );
}
