import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { captchaToken } from "#app/browser/captcha/captcha.ts";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import type { ContactAnswer } from "./send-enquiry-action.server.ts";

/** Why nothing was sent, besides what the server says. */
export type LocalFailure = "offline" | "captcha_unavailable";

/**
 * Sends the form with a captcha and a key of its own, so that a press repeated after a lost answer is one message.
 * @param posted the server's answer to a form that was sent without scripts
 */
export function useContactForm(siteKey: string | undefined, posted: ContactAnswer | undefined) {
  const fetcher = useFetcher<ContactAnswer>();
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<LocalFailure>();
  const [isDirty, setIsDirty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef<string>(undefined);
  const busy = checking || fetcher.state !== "idle";
  const answer = busy ? undefined : (fetcher.data ?? posted);
  useDirtyForm(isDirty && !(answer && "sent" in answer));

  // What is wrong is where the next key goes.
  useEffect(() => {
    if (answer && "problems" in answer) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    }
  }, [answer]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const filled = new FormData(event.currentTarget);
    setFailure(undefined);
    setChecking(true);
    try {
      key.current ??= crypto.randomUUID();
      filled.set("key", key.current);
      filled.set("captcha", await captchaToken("contact", siteKey));
    } catch (error) {
      console.error(error);
      setFailure(navigator.onLine ? "captcha_unavailable" : "offline");
      return;
    } finally {
      setChecking(false);
    }
    await fetcher.submit(filled, { method: "post" });
  }

  return { form, send, answer, failure, checking, busy, onChange: () => setIsDirty(true) };
}
