import { type FormEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useDirtyForm } from "#app/browser/dirty-forms.ts";
import type { CaptchaAction } from "./captcha-error.ts";

/** Why nothing was sent, besides the server's reasons. */
export type LocalFailure = "offline" | "captcha_unavailable";

interface Asked<Answer> {
  readonly action: CaptchaAction;
  /** Where it is sent, if not to the page it stands on. */
  readonly path?: string;
  readonly siteKey: string | undefined;
  /** The server's answer to a form that was sent without scripts. */
  readonly posted: Answer | undefined;
  readonly isDone: (answer: Answer) => boolean;
}

/**
 * Sends a form with a captcha and an idempotency key (fields `captcha` and `key`), so that a press repeated after a
 * lost answer counts once.
 */
export function useCaptchaForm<Answer>({ action, path, siteKey, posted, isDone }: Asked<Answer>) {
  const fetcher = useFetcher<Answer>();
  const [checking, setChecking] = useState(false);
  const [failure, setFailure] = useState<LocalFailure>();
  const [isDirty, setIsDirty] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const key = useRef<string>(undefined);
  const busy = checking || fetcher.state !== "idle";
  const answer = busy ? undefined : ((fetcher.data as Answer | undefined) ?? posted);
  useDirtyForm(isDirty && !(answer && isDone(answer)));

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const filled = new FormData(event.currentTarget);
    setFailure(undefined);
    setChecking(true);
    try {
      key.current ??= crypto.randomUUID();
      filled.set("key", key.current);
      const { captchaToken } = await import("./captcha.ts");
      filled.set("captcha", await captchaToken(action, siteKey));
    } catch (error) {
      console.error(error);
      setFailure(navigator.onLine ? "captcha_unavailable" : "offline");
      return;
    } finally {
      setChecking(false);
    }
    await fetcher.submit(filled, { method: "post", action: path });
  }

  return { form, send, answer, failure, checking, busy, onInput: () => setIsDirty(true) };
}
