import type { ComponentProps, ComponentType } from "react";
import type { FetcherFormProps } from "react-router";
import { Section } from "#app/admin/kit/section.tsx";
import { useStaffWords } from "#app/admin/messages/staff.ts";
import { useLanguage } from "#app/language.ts";
import { useShopZone } from "#app/merchant.ts";
import { formatMoment } from "#app/messages/shared/dates.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { OpenInvitation } from "#shop/staff/invitations.server.ts";
import { type RoleChoice, RoleSelect } from "./role-select.tsx";

/** The form of a fetcher. */
export type FormComponent = ComponentType<FetcherFormProps & ComponentProps<"form">>;

interface InvitationListProps {
  invitations: readonly OpenInvitation[];
  form: FormComponent;
  busy: boolean;
}

/** Invitations that nobody has accepted yet. */
export function InvitationList({ invitations, form: Form, busy }: InvitationListProps) {
  const { invitations: words } = useStaffWords();
  const language = useLanguage();
  const zone = useShopZone();
  const nameOf = useRoleName();
  return (
    <Section title={words.title}>
      {invitations.length === 0 ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <ul className="border-t border-rule">
          {invitations.map((invitation) => (
            <li
              key={invitation.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
            >
              <div className="grid min-w-0 gap-0.5">
                <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                  <b className="wrap-anywhere">{invitation.email}</b>
                  <span>
                    {nameOf(invitation.staff_role ?? invitation.role, invitation.role_name)}
                  </span>
                </p>
                <p className="text-muted">
                  {invitation.is_expired ? (
                    <Pill copy="yellow" icon="clock">
                      {words.expired}
                    </Pill>
                  ) : (
                    words.until(formatMoment(invitation.expires_at, language, zone))
                  )}
                  {invitation.invited_by ? ` · ${words.by(invitation.invited_by)}` : ""}
                </p>
              </div>
              <Form method="post" className="flex flex-wrap gap-2">
                <input type="hidden" name="id" value={invitation.id} />
                <Button
                  type="submit"
                  name="intent"
                  value="resend"
                  look="quiet"
                  busy={busy}
                  aria-label={words.resendTo(invitation.email)}
                >
                  {words.resend}
                </Button>
                <Button
                  type="submit"
                  name="intent"
                  value="revoke"
                  look="danger"
                  busy={busy}
                  aria-label={words.revokeOf(invitation.email)}
                >
                  {words.revoke}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The preselected role: the one with the fewest rights. */
function leastRole(choices: readonly RoleChoice[]): string | undefined {
  return (choices.find(({ id }) => id === "reader") ?? choices.at(-1))?.id;
}

interface InviteFormProps {
  choices: readonly RoleChoice[];
  hours: number;
  form: FormComponent;
  busy: boolean;
  problemOf: (name: string) => string | undefined;
}

export function InviteForm({ choices, hours, form: Form, busy, problemOf }: InviteFormProps) {
  const { invitations: words } = useStaffWords();
  return (
    <Section title={words.invite} hint={words.inviteText(hours)}>
      <Form method="post" noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="invite" />
        <Field label={words.email} error={problemOf("email")}>
          {(parts) => (
            <TextInput
              {...parts}
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={words.role} error={problemOf("role")}>
          {(parts) => (
            <RoleSelect
              {...parts}
              name="role"
              choices={choices}
              defaultValue={leastRole(choices)}
            />
          )}
        </Field>
        <Button type="submit" busy={busy} className="justify-self-start">
          {words.send}
        </Button>
      </Form>
    </Section>
  );
}
