import { redirect } from "react-router";
import { accountWords, useAccountWords } from "#app/account/details/messages/account.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Link } from "#app/ui/link.tsx";
import { localPath } from "#base/language.ts";
import { ownPath } from "#base/own-path.ts";
import { readProfile } from "#shop/customers/profile.server.ts";
import { isStaff, type Person } from "#shop/kernel/access.ts";
import { AuthSheet } from "../auth/auth-sheet.tsx";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/set-details";
import { ProfileForm } from "./profile-form.tsx";
import { answerProfileForm } from "./save-profile-action.server.ts";

export const meta: Route.MetaFunction = (args) => {
  const { details } = accountWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: details.firstTitle, hidden: true });
};

/** The page that the sign-in was for; else the back office for staff and the account for customers. */
function nextOf(url: URL, actor: Person): string {
  const home = localPath(languageOf(url.pathname), isStaff(actor) ? "/admin" : "/dashboard");
  return ownPath(url.searchParams.get("next")) ?? home;
}

/** Every sign-in leads here; people with a name are redirected on. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const profile = await readProfile(actor);
  const next = nextOf(url, actor);
  const lacksEmail = !actor.email && !profile.contact_email;
  // The checkout needs an e-mail address for the receipt; other pages do not.
  const isNeeded = lacksEmail && /\/Checkout(\?|$)/i.test(next);
  if (profile.full_name !== "" && !isNeeded) throw redirect(next);
  const language = languageOf(url.pathname);
  return { profile: { ...profile, language }, next, lacksEmail, isNeeded };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = personOf(context);
  const answer = await answerProfileForm(actor, await readForm(request));
  return answer.saved ? redirect(nextOf(url, actor)) : answer;
}

export default function SetDetails({ loaderData }: Route.ComponentProps) {
  const { details: words } = useAccountWords();
  return (
    <AuthSheet title={words.firstTitle} lead={words.firstLead}>
      <ProfileForm
        profile={loaderData.profile}
        asksEmail={loaderData.lacksEmail}
        short
        button={words.go}
      >
        {loaderData.isNeeded ? null : (
          <Link className="link" to={loaderData.next}>
            {words.later}
          </Link>
        )}
      </ProfileForm>
    </AuthSheet>
  );
}
