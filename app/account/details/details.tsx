import { accountWords, useAccountWords } from "#app/account/details/messages/account.ts";
import { signInMethodsContext } from "#app/context.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readAccountNews } from "#shop/consent/subscribe/subscribe-account.server.ts";
import { readProfile } from "#shop/customers/profile.server.ts";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isGuest } from "../guest.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/details";
import { answerDetails } from "./details-action.server.ts";
import { EmailChange } from "./email-change.tsx";
import { GuestUpgrade } from "./guest-upgrade.tsx";
import { NewsChoice } from "./news-choice.tsx";
import { PhoneChange } from "./phone-change.tsx";
import { ProfileForm } from "./profile-form.tsx";

export const meta: Route.MetaFunction = (args) => {
  const { details } = accountWords(languageOf(args.location.pathname));
  return pageMeta(args, { title: details.title, hidden: true });
};

export async function loader({ context }: Route.LoaderArgs) {
  const actor = personOf(context);
  const [profile, keys, news] = await Promise.all([
    readProfile(actor),
    readSignInKeys(actor),
    readAccountNews(actor),
  ]);
  const methods = context.get(signInMethodsContext);
  return { profile, keys, news, email: actor.email ?? "", guest: isGuest(actor), methods };
}

export function action(args: Route.ActionArgs) {
  return answerDetails(args);
}

/** The customer's details: name, phone, language of mails and sign-in address. */
export default function Details({ loaderData }: Route.ComponentProps) {
  const { details: words } = useAccountWords();
  return (
    <div className="grid max-w-2xl gap-6">
      <header className="grid gap-2">
        <h1 className="text-2xl md:text-3xl">{words.title}</h1>
        <p className="text-muted">{words.lead}</p>
      </header>
      <section className="border border-rule bg-card p-5">
        <ProfileForm
          profile={loaderData.profile}
          asksEmail={!loaderData.email}
          button={words.save}
        />
      </section>
      {loaderData.guest ? (
        <GuestUpgrade email={loaderData.profile.contact_email ?? ""} />
      ) : (
        <>
          <EmailChange email={loaderData.email} keys={loaderData.keys} />
          {loaderData.methods.phone ? <PhoneChange keys={loaderData.keys} /> : null}
        </>
      )}
      <NewsChoice news={loaderData.news} />
    </div>
  );
}
