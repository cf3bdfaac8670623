import { useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useSignInWords } from "#app/messages/shared/sign-in.ts";
import { Button } from "#app/ui/button.tsx";
import { goodAnswer, useAttempt } from "#app/ui/domain/proof/use-attempt.ts";
import { Notice } from "#app/ui/notice.tsx";
import type { MailLink } from "./return-from-mail.ts";

interface LinkFormProps {
  link: MailLink;
  onSession: () => void;
  onOther: () => void;
}

/**
 * A link in a mail is used up by this press and not by opening it: programs that look into mails open every link, and
 * people open it in a browser that is not the one that asked.
 */
export function LinkForm({ link, onSession, onOther }: LinkFormProps) {
  const { link: words } = useSignInWords();
  const { busy, problemText, attempt } = useAttempt();
  const [isHalf, setIsHalf] = useState(false);
  const texts = words[link.type === "email_change" || link.type === "signup" ? link.type : "other"];

  const confirm = () =>
    attempt(async () => {
      const { auth } = await sessionClient();
      const { token_hash, type } = link;
      const { session } = goodAnswer(await auth.verifyOtp({ token_hash, type }));
      // Reloading must not show a link that has been used.
      history.replaceState(history.state, "", location.pathname + location.search);
      if (session) {
        onSession();
        return "leaving";
      }
      setIsHalf(true);
      return undefined;
    });

  if (isHalf) return <Notice tone="success">{words.half}</Notice>;
  return (
    <div className="grid gap-4">
      <p>{texts.lead}</p>
      {problemText ? <Notice tone="error">{words.expired}</Notice> : null}
      <Button wide busy={busy} onClick={() => void confirm()}>
        {texts.press}
      </Button>
      <button type="button" className="link min-h-11 justify-self-start text-sm" onClick={onOther}>
        {words.otherWay}
      </button>
    </div>
  );
}
