import { useLocalPath } from "#app/language.ts";
import { useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { ButtonLink } from "#app/ui/button.tsx";

interface ConfirmedProps {
  email: string;
  /** Names of the topics. */
  topics: string;
  /** Opens the recipient's choices. */
  linkToken: string;
}

/** What the recipient gets from now on, and where to change it. */
export function Confirmed({ email, topics, linkToken }: ConfirmedProps) {
  const words = useSignUpWords();
  const to = useLocalPath();
  return (
    <div className="grid gap-6">
      <p role="status" className="max-w-[56ch] wrap-anywhere">
        {words.confirmedText(email, topics)}
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`${to("/Unsubscribe")}?t=${linkToken}`}>{words.choices}</ButtonLink>
        <ButtonLink to={to("/Shop")} look="quiet">
          {words.toShop}
        </ButtonLink>
      </div>
    </div>
  );
}
