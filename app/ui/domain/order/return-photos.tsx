import { useEffect, useState } from "react";
import { sessionClient } from "#app/browser/session/session.client.ts";
import { useReturnWords } from "#app/messages/shared/returns.ts";

/** Seconds that a picture's signed address is valid. */
const addressLife = 3600;

/** Pictures of what is wrong, from a bucket that only the buyer and staff may read. */
export function ReturnPhotos({ names }: { names: readonly string[] }) {
  const { own: words } = useReturnWords();
  const [addresses, setAddresses] = useState<readonly string[]>([]);
  const [isMissing, setIsMissing] = useState(false);
  const asked = names.join("\n");
  useEffect(() => {
    let isGone = false;
    const sign = async () => {
      const client = await sessionClient();
      const { data, error } = await client.storage
        .from("return-photos")
        .createSignedUrls(asked.split("\n"), addressLife);
      if (error) throw error;
      if (!isGone) setAddresses(data.flatMap(({ signedUrl }) => signedUrl ?? []));
    };
    if (asked !== "") {
      sign().catch((error: unknown) => {
        console.error("No pictures of the return", error);
        if (!isGone) setIsMissing(true);
      });
    }
    return () => {
      isGone = true;
    };
  }, [asked]);
  if (isMissing) return <p className="text-sm text-muted">{words.photosMissing}</p>;
  return (
    <ul className="flex flex-wrap gap-3">
      {addresses.map((address, index) => (
        <li key={address} className="border border-rule">
          <a href={address} target="_blank" rel="noreferrer">
            <img
              src={address}
              alt={words.photo(index + 1)}
              width={112}
              height={112}
              className="size-28 object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
