import { useEffect, useState } from "react";

/** Whether a media query matches. False in the server's markup and while it is hydrated, which knows no screen. */
export function useMedia(query: string): boolean {
  const [isMatching, setMatching] = useState(false);
  useEffect(() => {
    const list = matchMedia(query);
    const hear = () => setMatching(list.matches);
    hear();
    list.addEventListener("change", hear);
    return () => list.removeEventListener("change", hear);
  }, [query]);
  return isMatching;
}
