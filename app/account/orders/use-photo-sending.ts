import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { sendReturnPhoto } from "./return-photo.ts";

/**
 * Sends the pictures once their request exists, then leaves for its order. A picture that was sent is not sent again by
 * a second try.
 * @param made the request's id, undefined before it exists
 */
export function usePhotoSending(
  made: string | undefined,
  files: readonly File[],
  then: string,
): { readonly sent: number; readonly hasFailed: boolean; readonly retry: () => void } {
  const navigate = useNavigate();
  const [sent, setSent] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  const begun = useRef(-1);
  useEffect(() => {
    if (made === undefined || begun.current === tries) return;
    begun.current = tries;
    const sendAll = async () => {
      for (let index = sent; index < files.length; index++) {
        const file = files[index];
        if (file) await sendReturnPhoto(made, file);
        setSent(index + 1);
      }
      await navigate(then);
    };
    sendAll().catch((error: unknown) => {
      console.error("A picture was not sent", error);
      setHasFailed(true);
    });
  }, [made, files, sent, then, tries, navigate]);
  const retry = () => {
    setHasFailed(false);
    setTries((count) => count + 1);
  };
  return { sent, hasFailed, retry };
}
