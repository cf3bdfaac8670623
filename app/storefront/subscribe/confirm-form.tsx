import { useEffect, useRef } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import { useSignUpWords } from "#app/messages/shared/sign-up.ts";
import { Button } from "#app/ui/button.tsx";

/**
 * Confirms by one press, and by itself once the page is visible and has the focus: of two presses the second one loses
 * people, and a program that loads the page in the background presses nothing.
 */
export function ConfirmForm() {
  const words = useSignUpWords();
  const submit = useSubmit();
  const isBusy = useNavigation().state !== "idle";
  const isSent = useRef(false);
  useEffect(() => {
    const send = () => {
      if (isSent.current || document.visibilityState !== "visible" || !document.hasFocus()) return;
      isSent.current = true;
      void submit({ auto: "1" }, { method: "post" });
    };
    send();
    window.addEventListener("focus", send);
    document.addEventListener("visibilitychange", send);
    return () => {
      window.removeEventListener("focus", send);
      document.removeEventListener("visibilitychange", send);
    };
  }, [submit]);
  return (
    <Form
      method="post"
      className="flex flex-wrap items-center gap-x-6 gap-y-3"
      onSubmit={() => {
        isSent.current = true;
      }}
    >
      <Button type="submit" icon="check" busy={isBusy}>
        {words.confirm}
      </Button>
      <p role="status" className="text-sm text-muted">
        {isBusy ? words.confirming : null}
      </p>
    </Form>
  );
}
