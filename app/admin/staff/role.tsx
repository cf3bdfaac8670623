import { useState } from "react";
import { data, redirect } from "react-router";
import { allValues, firstValue } from "#app/admin/kit/form/form-values.ts";
import { SaveBar } from "#app/admin/kit/form/save-bar.tsx";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { VersionedFields } from "#app/admin/kit/form/versioned-fields.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { staffWords, useStaffWords } from "#app/admin/messages/staff.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { localPath } from "#base/language.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isAdministrator } from "#shop/kernel/access.ts";
import { permissions as allPermissions } from "#shop/kernel/permissions.ts";
import { readLimits } from "#shop/staff/approvals/role-limits.server.ts";
import { listStaffRoles, type StaffRole } from "#shop/staff/staff-roles.server.ts";
import { LazyHistory } from "../audit/lazy-history.tsx";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/role";
import { answerRoleLimits } from "./limits-action.server.ts";
import { PermissionSentences, PermissionTicks } from "./permission-list.tsx";
import { PreviewForm } from "./preview-form.tsx";
import { coversRole } from "./role-choices.server.ts";
import { RoleLimitsSection } from "./role-limits.tsx";
import { roleValues } from "./role-values.ts";
import { answerRole, type RoleAnswer } from "./staff-action.server.ts";
import { startPreview } from "./start-preview.server.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: staffWords(languageOf(source.location.pathname)).tabs.roles,
    hidden: true,
  });

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "staff.edit");
  const [roles, keys, limits] = await Promise.all([
    listStaffRoles(staff),
    readSignInKeys(staff),
    readLimits(staff),
  ]);
  const isNew = params.id === "new";
  const copied = isNew ? url.searchParams.get("from") : null;
  const found = roles.find(({ id }) => id === (copied ?? params.id));
  if (!found && !isNew) throw data(null, { status: 404 });
  const empty: StaffRole = {
    id: "",
    name: "",
    permissions: [],
    built_in: false,
    version: 1,
    holders: [],
    is_within_limits: true,
  };
  const role = isNew
    ? {
        ...empty,
        id: crypto.randomUUID(),
        permissions: (found?.permissions ?? []).filter((key) => staff.permissions.includes(key)),
      }
    : (found ?? empty);
  return {
    role,
    isNew,
    keys,
    offered: staff.permissions,
    mayEdit: !role.built_in && coversRole(staff, role),
    isSaved: url.searchParams.has("saved"),
    limits: limits?.roles.find((one) => one.id === role.id)?.limits ?? {},
    shopLimits: limits?.shop,
    mayLimit: isAdministrator(staff),
  };
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const staff = staffWith(context, "staff.edit");
  const form = await readForm(request);
  if (form.get("intent") === "preview") throw startPreview(params.id, languageOf(url.pathname));
  if (form.get("intent") === "limits") return answerRoleLimits(staff, params.id, form);
  const reply = await answerRole(staff, params.id, form);
  const roles = localPath(languageOf(url.pathname), "/admin/Staff/Roles");
  if (reply.done === "deleted") throw redirect(roles);
  if (reply.done === "saved" && params.id === "new")
    throw redirect(`${roles}/${String(form.get("id"))}?saved`);
  return reply;
}

export default function AdminStaffRole({ loaderData, actionData }: Route.ComponentProps) {
  const { role, isNew } = loaderData;
  return <RoleForm key={isNew ? "new" : role.id} {...loaderData} posted={actionData} />;
}

type RoleFormProps = Route.ComponentProps["loaderData"] & { posted: RoleAnswer | undefined };

/** One role: its name, and a tick for each permission. */
function RoleForm(props: RoleFormProps) {
  const { role, isNew, keys, offered, mayEdit, isSaved, posted, limits, shopLimits } = props;
  const words = useStaffWords();
  const to = useLocalPath();
  const nameOf = useRoleName();
  const [isAsking, setIsAsking] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  // Discarding begins the form anew.
  const [round, setRound] = useState(0);
  const { fetcher, proof, answer } = useProvenFetcher<RoleAnswer>(keys);
  const busy = fetcher.state !== "idle";
  const reply = busy ? undefined : (answer ?? posted);
  // What the form began with: a refused save loses neither the id of a new role nor what is typed.
  const [id] = useState(role.id);
  const [answered, setAnswered] = useState(reply);
  if (reply && reply !== answered) {
    setAnswered(reply);
    if (reply.done === "saved") setIsDirty(false);
    if (reply.conflict) setIsDirty(true);
  }
  // Discarding forgets what was typed on top of a colleague's changes.
  const [discarded, setDiscarded] = useState<RoleAnswer>();
  const sent = answer ?? posted;
  const last = sent === discarded ? undefined : sent;
  const stored = roleValues(role);
  const values = last?.values ?? stored;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  const title = isNew ? words.role.newTitle : nameOf(role.id, role.name);
  const holders = role.holders.join(", ");
  const problem = reply?.problem
    ? reply.problem === "role_in_use"
      ? words.role.inUse(holders)
      : say(reply.problem)
    : reply?.problems?.permissions
      ? say("permission_unknown")
      : undefined;
  const header = (
    <>
      <Link to={to("/admin/Staff/Roles")} className="link justify-self-start">
        {words.backToRoles}
      </Link>
      <h1 tabIndex={-1} className="text-2xl wrap-anywhere">
        {title}
      </h1>
    </>
  );
  const side = isNew ? null : (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Section title={words.role.holders}>
        {role.holders.length === 0 ? (
          <p className="text-muted">{words.roleList.nobody}</p>
        ) : (
          <ul className="grid gap-1">
            {role.holders.map((holder) => (
              <li key={holder} className="wrap-anywhere">
                {holder}
              </li>
            ))}
          </ul>
        )}
      </Section>
      {role.built_in ? null : <LazyHistory kind="staff_role" id={role.id} />}
    </div>
  );
  const limited =
    isNew || !shopLimits ? null : (
      <RoleLimitsSection
        permissions={role.permissions}
        limits={limits}
        shop={shopLimits}
        mayEdit={props.mayLimit}
        keys={keys}
      />
    );
  const columns =
    "grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]";

  if (!mayEdit) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {header}
        <div className={columns}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <Notice>{role.built_in ? words.role.builtIn : words.problems.beyond_own_rights}</Notice>
            <Section
              title={words.role.permissions}
              action={
                <Link to={`${to("/admin/Staff/Roles/new")}?from=${role.id}`} className="link">
                  {words.role.copy}
                </Link>
              }
            >
              <PermissionSentences granted={role.permissions} />
            </Section>
            {limited}
            <PreviewForm />
          </div>
          {side}
        </div>
      </div>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {header}
      <fetcher.Form
        key={`${round} ${last?.remount}`}
        id="role"
        method="post"
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        onInput={() => setIsDirty(true)}
      >
        <div className={columns}>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <input type="hidden" name="id" value={id} />
            <VersionedFields
              form="role"
              answer={last}
              stored={stored}
              version={role.version}
              labels={{ name: words.role.name, permissions: words.role.permissions }}
            />
            <Field
              label={words.role.name}
              hint={words.role.nameHint}
              error={reply?.problems?.name ? say(reply.problems.name) : undefined}
            >
              {(parts) => (
                <TextInput
                  {...parts}
                  name="name"
                  required
                  maxLength={60}
                  autoComplete="off"
                  defaultValue={firstValue(values, "name")}
                />
              )}
            </Field>
            <Section
              title={words.role.permissions}
              hint={offered.length < allPermissions.length ? words.role.beyond : undefined}
            >
              <PermissionTicks chosen={allValues(values, "permissions")} offered={offered} />
            </Section>
          </div>
          {side}
        </div>
        <SaveBar
          isDirty={isDirty}
          busy={busy}
          onDiscard={() => {
            setIsDirty(false);
            setDiscarded(sent);
            setRound(round + 1);
          }}
          problem={problem}
          isSaved={isSaved || reply?.done === "saved"}
        >
          {isNew ? null : (
            <Button look="danger" busy={busy} onClick={() => setIsAsking(true)}>
              {words.role.remove}
            </Button>
          )}
        </SaveBar>
      </fetcher.Form>
      {limited}
      {isNew ? null : <PreviewForm />}
      <Dialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.role.removeAsk(title)}
        place="small"
      >
        <fetcher.Form method="post" onSubmit={() => setIsAsking(false)} className="grid gap-5">
          {holders ? <p>{words.role.inUse(holders)}</p> : null}
          <div className="flex flex-wrap gap-3">
            <Button
              type="submit"
              name="intent"
              value="delete"
              look="danger"
              disabled={holders !== ""}
            >
              {words.role.remove}
            </Button>
            <Button look="bare" onClick={() => setIsAsking(false)}>
              {words.role.keep}
            </Button>
          </div>
        </fetcher.Form>
      </Dialog>
      {proof}
    </div>
  );
}
