import { describe, expect, test } from "vitest";
import { testStorage, unique } from "#tests/support/builders/storage.ts";
import { testBackend } from "#tests/support/runner/backend.ts";
import { testDatabase } from "#tests/support/runner/database.ts";

/*
 * Buckets, through the unchanged client, success and failure.
 */

const database = testDatabase();
const backend = testBackend();
const who = testStorage(backend, database);

describe("buckets", () => {
  test("are made, read, listed, changed, emptied and deleted", async () => {
    const name = unique("rak");
    const made = await who().service.storage.createBucket(name, {
      public: false,
      fileSizeLimit: "20mb",
      allowedMimeTypes: ["image/*", "text/plain"],
    });
    expect(made).toEqual({ data: { name }, error: null });
    const { data: bucket } = await who().service.storage.getBucket(name);
    expect(bucket).toMatchObject({
      id: name,
      name,
      public: false,
      owner: "",
      file_size_limit: 20_000_000,
      allowed_mime_types: ["image/*", "text/plain"],
    });
    expect(bucket).not.toHaveProperty("type");
    const { data: buckets } = await who().service.storage.listBuckets();
    expect(buckets?.find((item) => item.id === name)).toMatchObject({ type: "STANDARD" });

    const changed = await who().service.storage.updateBucket(name, { public: true });
    expect(changed.data).toEqual({ message: "Successfully updated" });
    expect((await who().service.storage.getBucket(name)).data).toMatchObject({
      public: true,
      file_size_limit: 20_000_000,
    });
    await who().service.storage.updateBucket(name, { public: true, fileSizeLimit: null });
    expect((await who().service.storage.getBucket(name)).data?.file_size_limit).toBeNull();

    await who().service.storage.from(name).upload("a.txt", "satu");
    const full = await who().service.storage.deleteBucket(name);
    expect(full.error).toMatchObject({
      status: 400,
      statusCode: "409",
      message: "The bucket you tried to delete is not empty",
    });
    expect((await who().service.storage.emptyBucket(name)).data?.message).toContain("queued");
    expect((await who().service.storage.from(name).list()).data).toEqual([]);
    const gone = await who().service.storage.deleteBucket(name);
    expect(gone.data).toEqual({ message: "Successfully deleted" });
    expect((await who().service.storage.getBucket(name)).error).toMatchObject({
      status: 400,
      statusCode: "404",
      message: "Bucket not found",
      code: "NoSuchBucket",
    });
  });

  test("lists can be searched, sorted and paged", async () => {
    const prefix = unique("urut");
    for (const letter of ["b", "a", "c"]) {
      await who().service.storage.createBucket(`${prefix}-${letter}`, { public: false });
    }
    const names = async (
      options: Parameters<ReturnType<typeof who>["service"]["storage"]["listBuckets"]>[0],
    ) =>
      (await who().service.storage.listBuckets({ search: prefix, ...options })).data?.map((b) =>
        b.name.at(-1),
      );
    expect(await names({})).toEqual(["a", "b", "c"]);
    expect(await names({ sortColumn: "name", sortOrder: "desc" })).toEqual(["c", "b", "a"]);
    expect(await names({ sortColumn: "created_at" })).toEqual(["b", "a", "c"]);
    expect(await names({ limit: 1, offset: 1 })).toEqual(["b"]);
    expect(await names({ search: `${prefix}-%` })).toEqual([]);
  });

  test("invalid requests are refused with upstream's messages", async () => {
    const twice = unique("dua");
    await who().service.storage.createBucket(twice);
    const refusals = {
      again: await who().service.storage.createBucket(twice),
      slash: await who().service.storage.createBucket("a/b"),
      long: await who().service.storage.createBucket("a".repeat(101)),
      size: await who().service.storage.createBucket(unique("x"), {
        public: false,
        fileSizeLimit: "9tb",
      }),
      odd: await who().service.storage.createBucket(unique("x"), {
        public: false,
        fileSizeLimit: "big",
      }),
      type: await who().service.storage.createBucket(unique("x"), {
        public: false,
        allowedMimeTypes: ["nonsense"],
      }),
      person: await who().a.storage.createBucket(unique("x")),
      missing: await who().service.storage.updateBucket("no-such", { public: true }),
      empty: await who().service.storage.emptyBucket("no-such"),
      delete: await who().service.storage.deleteBucket("no-such"),
    };
    const codes = Object.entries(refusals).map(([name, { error }]) => [
      name,
      error && "statusCode" in error ? error.statusCode : error,
    ]);
    expect(Object.fromEntries(codes)).toEqual({
      again: "409",
      slash: "400",
      long: "400",
      size: "413",
      odd: "400",
      type: "415",
      person: "403",
      missing: "404",
      empty: "404",
      delete: "404",
    });
    expect(refusals.again.error?.message).toBe("The resource already exists");
    expect(refusals.person.error?.message).toBe("new row violates row-level security policy");
    expect((await who().a.storage.listBuckets()).data).toEqual([]);
    expect((await who().a.storage.getBucket("laci")).error).toMatchObject({ statusCode: "404" });
  });
});
