import { formBody, jsonBody, type Sent } from "./bodies.ts";
import { type Actor, type FuzzRequest, keyHeaders } from "./request.ts";
import {
  escaped,
  type FuzzRandom,
  mutate,
  oddly,
  oddValue,
  often,
  some,
  uuid,
  validValue,
  word,
} from "./values.ts";

const names = [
  "a.txt",
  "b.png",
  "folder/c.txt",
  "folder/deep/d.pdf",
  "ñ.txt",
  "../keys.json",
  "a//b",
  ".",
  "x y.txt",
];
const types = [
  "text/plain",
  "image/png",
  "image/svg+xml",
  "text/html",
  "application/pdf",
  "x",
  "image/jpeg; a=b",
];
/** One pixel. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

type Step = (random: FuzzRandom) => string;
const at = (method: string, path: Step) => ({ method, path });

/** Every operation; `object` joins a bucket and a name. */
function operations(bucket: string, object: (random: FuzzRandom) => string) {
  const query: Step = (random) => {
    const pairs = some(
      random,
      ["download", "token", "width", "height", "resize", "quality", "format"],
      3,
    );
    const value = () =>
      random.pick(["", "10", "3000", "cover", "webp", "x", word(random), `${word(random)}.a.b`]);
    return pairs.length > 0
      ? `?${pairs.map((name) => `${name}=${escaped(value())}`).join("&")}`
      : "";
  };
  return [
    ...[
      "object",
      "object/public",
      "object/authenticated",
      "object/sign",
      "object/info",
      "object/info/public",
    ].map((endpoint) => at("GET", (r) => `/${endpoint}/${bucket}/${object(r)}${query(r)}`)),
    ...["public", "authenticated", "sign"].map((endpoint) =>
      at("GET", (r) => `/render/image/${endpoint}/${bucket}/${object(r)}${query(r)}`),
    ),
    at("HEAD", (r) => `/object/${bucket}/${object(r)}`),
    at("POST", () => `/object/list/${bucket}`),
    at("POST", () => `/object/list-v2/${bucket}`),
    at("POST", () => "/object/move"),
    at("POST", () => "/object/copy"),
    at("POST", () => `/object/sign/${bucket}`),
    at("POST", (r) => `/object/sign/${bucket}/${object(r)}`),
    at("POST", (r) => `/object/upload/sign/${bucket}/${object(r)}`),
    at("PUT", (r) => `/object/upload/sign/${bucket}/${object(r)}${query(r)}`),
    at("POST", (r) => `/object/${bucket}/${object(r)}`),
    at("POST", (r) => `/object/${bucket}/${object(r)}`),
    at("PUT", (r) => `/object/${bucket}/${object(r)}`),
    at("DELETE", () => `/object/${bucket}`),
    at("DELETE", (r) => `/object/${bucket}/${object(r)}`),
    at("POST", () => "/upload/resumable"),
    at("POST", () => "/upload/resumable/sign"),
    at("PATCH", (r) => `/upload/resumable/${often(r, 0.5) ? uuid(r) : escaped(word(r))}`),
    at("HEAD", (r) => `/upload/resumable/${uuid(r)}`),
    at("DELETE", (r) => `/upload/resumable/${uuid(r)}`),
    at("OPTIONS", () => "/upload/resumable"),
    at("GET", (r) => `/bucket${query(r)}`),
    at("GET", () => `/bucket?limit=2&offset=1&search=${bucket}&sortColumn=name&sortOrder=desc`),
    at("POST", () => "/bucket"),
    at("GET", () => `/bucket/${bucket}`),
    at("PUT", () => `/bucket/${bucket}`),
    at("DELETE", () => `/bucket/${bucket}`),
    at("POST", () => `/bucket/${bucket}/empty`),
    at("PATCH", () => `/bucket/${bucket}`),
  ];
}

/** A request to files and buckets. The run's own bucket is `fuzz`; the shop's are only read. */
export function storageRequest(random: FuzzRandom, actor: Actor): FuzzRequest {
  const ours = random.pick([
    "fuzz",
    "fuzz",
    "fuzz",
    "fuzz-open",
    `fuzz-${word(random, 2)}`,
    escaped(String(oddValue(random))),
  ]);
  const name = (r: FuzzRandom) => {
    const picked = often(r, 0.3) ? `${actor.userId}/${r.pick(names)}` : r.pick(names);
    const text = oddly(r, 0.3) ? mutate(r, picked) : oddly(r, 0.2) ? String(oddValue(r)) : picked;
    return text.split("/").map(escaped).join("/");
  };
  const { method, path } = random.pick(operations(ours, name));
  const address = path(random);
  const isUpload =
    (method === "POST" || method === "PUT") &&
    /^\/object\/(upload\/sign\/)?(fuzz|%)[^?]*\//.test(address);
  const reads = method === "GET" || method === "HEAD" || method === "OPTIONS";
  let sent: Sent | undefined;
  if (!reads)
    sent = isUpload || method === "PATCH" ? file(random) : jsonBody(random, input(random, actor));
  const headers: Record<string, string> = { ...keyHeaders(actor) };
  if (sent)
    headers["Content-Type"] = method === "PATCH" ? "application/offset+octet-stream" : sent.type;
  if (often(random, 0.3)) headers["x-upsert"] = random.pick(["true", "false", "x"]);
  if (often(random, 0.2))
    headers["cache-control"] = random.pick(["max-age=60", "no-store", "x".repeat(500)]);
  if (often(random, 0.1))
    headers["x-metadata"] = random.pick(["e30=", "bm90IGpzb24=", "***", "bnVsbA=="]);
  if (reads && often(random, 0.2))
    headers.Range = random.pick(["bytes=0-1", "bytes=-5", "bytes=9-2", "x", "bytes=0-0,2-3"]);
  if (reads && often(random, 0.1)) headers["If-None-Match"] = random.pick(["*", '"x"', 'W/"y"']);
  if (reads && often(random, 0.1))
    headers["If-Modified-Since"] = random.pick(["x", new Date(0).toUTCString()]);
  if (address.startsWith("/upload")) Object.assign(headers, pieces(random));
  return {
    endpoint: "storage",
    method,
    path: `/storage/v1${address}`,
    headers,
    ...(sent ? { body: sent.body } : {}),
  };
}

function file(random: FuzzRandom): Sent {
  const bytes = random.pick([
    png,
    Buffer.from("isi"),
    Buffer.from("<html>"),
    Buffer.alloc(random.whole(0, 20_000)),
  ]);
  const type = random.pick(types);
  if (often(random, 0.3)) {
    return formBody(
      random,
      { type, bytes },
      { cacheControl: "3600", metadata: random.pick(["{}", "x", '{"a":1}']) },
    );
  }
  return { type, body: bytes };
}

function input(random: FuzzRandom, actor: Actor): unknown {
  const key = () => (often(random, 0.2) ? `${actor.userId}/a.txt` : random.pick(names));
  const all: Readonly<Record<string, () => unknown>> = {
    id: () => `fuzz-${word(random, 2)}`,
    name: () => `fuzz-${word(random, 2)}`,
    public: () => often(random, 0.5),
    file_size_limit: () => random.pick([null, 1000, "20mb", "x", -1, 1e15]),
    allowed_mime_types: () => random.pick([null, ["image/*"], ["text/plain"], [1], "x"]),
    bucketId: () => random.pick(["fuzz", "fuzz-open", "none"]),
    sourceKey: key,
    destinationKey: key,
    destinationBucket: () => random.pick(["fuzz", "fuzz-open", "none"]),
    copyMetadata: () => often(random, 0.5),
    prefix: () => random.pick(["", "folder", "folder/", actor.userId, "%"]),
    limit: () => random.pick([0, 1, 100, 10_000, -1, "x"]),
    offset: () => random.pick([0, 1, 1e9, -1]),
    sortBy: () => ({
      column: random.pick(["name", "created_at", "x"]),
      order: random.pick(["asc", "desc", "x"]),
    }),
    search: () => word(random, 2),
    cursor: () => random.pick([word(random), "e30=", ""]),
    with_delimiter: () => often(random, 0.5),
    prefixes: () => [key(), key()],
    paths: () => [key(), key()],
    expiresIn: () => random.pick([60, 0, -1, 1e12, "60", null]),
    transform: () => ({ width: random.pick([10, 3000, "x"]), resize: random.pick(["cover", "x"]) }),
  };
  const given = some(random, Object.keys(all), random.whole(3, 16));
  return Object.fromEntries(
    given.map((name) => [name, oddly(random, 0.2) ? oddValue(random) : all[name]?.()]),
  );
}

function pieces(random: FuzzRandom): Record<string, string> {
  const encode = (value: unknown) => Buffer.from(String(value)).toString("base64");
  const metadata = [
    `bucketName ${encode(random.pick(["fuzz", "none"]))}`,
    `objectName ${encode(random.pick(names))}`,
    `contentType ${encode(random.pick(types))}`,
    `metadata ${encode(random.pick(["{}", "x"]))}`,
  ];
  return {
    "Tus-Resumable": random.pick(["1.0.0", "1.0.0", "1.0.0", "0.2", "x"]),
    "Upload-Length": random.pick(["0", "3", "100", "-1", "x", "9".repeat(25)]),
    "Upload-Offset": random.pick(["0", "1", "-1", "x"]),
    "Upload-Metadata": oddly(random, 0.1)
      ? mutate(random, metadata.join(",")).replace(/[^\x20-\x7e]/g, "?")
      : metadata.join(","),
    ...(often(random, 0.2)
      ? { "Upload-Defer-Length": String(validValue(random, "integer", 0)) }
      : {}),
  };
}
