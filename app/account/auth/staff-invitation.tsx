import { data, Form, redirect } from "react-router";
import { currentActor } from "#app/access.server.ts";
import {
  staffInvitationWords,
  useStaffInvitationWords,
} from "#app/account/auth/messages/staff-invitation.ts";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { pageMeta } from "#app/page-meta.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { localPath } from "#base/language.ts";
import { acceptInvitation, findInvitation } from "#shop/staff/invitations.server.ts";
import type { Route } from "./+types/staff-invitation";
import { AuthSheet } from "./auth-sheet.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { title } = staffInvitationWords(languageOf(args.location.pathname));
  return pageMeta(args, { title, hidden: true, uncanonical: true });
};

/** The address contains a secret: it must not be cached or sent to another site. The form needs its origin. */
export function headers() {
  return { "Cache-Control": "no-store", "Referrer-Policy": "same-origin" };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const actor = currentActor(context);
  const invitation = await findInvitation(actor, params.token);
  const email = actor.kind === "person" ? (actor.email ?? "") : null;
  return data({ invitation: invitation ?? null, email }, { status: invitation ? 200 : 404 });
}

export async function action({ params, url, context }: Route.ActionArgs) {
  const actor = currentActor(context);
  // Only a form of a session that has ended: visitors see no button.
  if (actor.kind !== "person") return data({ problem: "not_found" as const }, { status: 404 });
  const accepted = await acceptInvitation(actor, params.token);
  if (!accepted.ok) return data({ problem: accepted.problem }, { status: 404 });
  throw redirect(localPath(languageOf(url.pathname), "/admin"));
}

/** Reached by the link of an invitation to become staff. */
export default function StaffInvitation({ loaderData, params }: Route.ComponentProps) {
  const { invitation, email } = loaderData;
  const words = useStaffInvitationWords();
  const to = useLocalPath();
  const nameOf = useRoleName();
  const { name: shop } = useMerchant();
  const next = to(`/StaffInvitation/${params.token}`);
  const signIn = (mode?: string) =>
    `${to("/Auth")}?${new URLSearchParams({ next, ...(mode ? { mode } : {}) })}`;
  if (!invitation) {
    return (
      <AuthSheet title={words.gone} lead={words.goneText}>
        {email === null ? (
          <ButtonLink to={to("/Auth")}>{words.signIn}</ButtonLink>
        ) : (
          <div className="grid justify-items-start gap-4">
            {email ? <p className="wrap-anywhere">{words.goneAs(email)}</p> : null}
            <ButtonLink to={to("/dashboard")} look="quiet">
              {words.account}
            </ButtonLink>
          </div>
        )}
      </AuthSheet>
    );
  }
  const role = nameOf(invitation.staff_role ?? invitation.role, invitation.role_name);
  return (
    <AuthSheet title={words.title} lead={words.lead(shop, role)}>
      <div className="grid gap-4">
        {invitation.invited_by ? <p>{words.by(invitation.invited_by)}</p> : null}
        {email === null ? (
          <>
            <p>{words.signInText}</p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={signIn()}>{words.signIn}</ButtonLink>
              <ButtonLink to={signIn("signup")} look="quiet">
                {words.signUp}
              </ButtonLink>
            </div>
          </>
        ) : (
          <>
            <p className="wrap-anywhere">{words.asWhom(email)}</p>
            <Form method="post" reloadDocument>
              <Button type="submit" wide>
                {words.accept}
              </Button>
            </Form>
          </>
        )}
      </div>
    </AuthSheet>
  );
}
