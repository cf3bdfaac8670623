import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { beforeAll } from "vitest";
import { openPostgres } from "#db/driver.server.ts";
import { signedInClient, type TestBackend } from "#tests/support/runner/backend.ts";

export interface StorageActors {
  /** A client with the secret key. */
  readonly service: SupabaseClient;
  /** Two customers; each may do everything in a folder of their own in the private bucket `laci`. */
  readonly a: SupabaseClient;
  readonly b: SupabaseClient;
  readonly aId: string;
  readonly bId: string;
  readonly aToken: string;
  /** A client with the publishable key. */
  readonly visitor: SupabaseClient;
}

/** People, keys and two buckets: `laci` is private, `etalase` public. */
export function testStorage(
  backend: () => TestBackend,
  database: { url: () => string },
): () => StorageActors {
  let actors: StorageActors | undefined;

  beforeAll(async () => {
    const { url, keys } = backend();
    const service = createClient(url, keys.secret, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    });
    const a = await signedInClient(backend(), "a@etalase.test");
    const b = await signedInClient(backend(), "b@etalase.test");
    const session = (await a.auth.getSession()).data.session;
    const other = (await b.auth.getSession()).data.session;
    if (!session || !other) throw new Error("nobody is signed in");
    const owner = openPostgres(database.url(), { max: 1 });
    await owner.unsafe(`
      create policy "people keep their own folder" on storage.objects for all to authenticated
        using (bucket_id = 'laci' and (storage.foldername(name))[1] = auth.uid()::text)`);
    await owner.end();
    await service.storage.createBucket("laci", { public: false });
    await service.storage.createBucket("etalase", { public: true });
    actors = {
      service,
      a,
      b,
      aId: session.user.id,
      bId: other.user.id,
      aToken: session.access_token,
      visitor: backend().client(),
    };
  });

  return () => {
    if (!actors) throw new Error("nobody is there yet");
    return actors;
  };
}

/** A name that no other test uses. */
export const unique = (prefix: string) => `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
