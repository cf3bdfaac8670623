/** The server's challenge; see integrations/captcha/altcha.server.ts. */
interface Challenge {
  readonly parameters: {
    readonly cost: number;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly nonce: string;
    readonly salt: string;
  };
}

/** Milliseconds after which a device is too slow for this. */
const timeoutMs = 60_000;

/** Works a task out aside from the page, so that typing stays smooth. */
self.onmessage = async ({ data: challenge }: MessageEvent<Challenge>) => {
  try {
    const solution = await solve(challenge);
    self.postMessage({ token: btoa(JSON.stringify({ challenge, solution })) });
  } catch (error) {
    self.postMessage({ error: error instanceof Error ? error.message : "the captcha failed" });
  }
};

/** Tries numbers until one gives a key with the challenge's prefix. */
async function solve({ parameters }: Challenge) {
  const { cost, keyLength, keyPrefix, nonce, salt } = parameters;
  const how = { name: "PBKDF2", hash: "SHA-256", salt: bytes(salt), iterations: cost };
  const start = performance.now();
  const head = bytes(nonce);
  const password = new Uint8Array([...head, 0, 0, 0, 0]);
  for (let counter = 0; performance.now() - start < timeoutMs; counter++) {
    new DataView(password.buffer).setUint32(head.length, counter);
    const key = await crypto.subtle.importKey("raw", password, "PBKDF2", false, ["deriveBits"]);
    const derivedKey = hex(await crypto.subtle.deriveBits(how, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) {
      return { counter, derivedKey, time: Math.round(performance.now() - start) };
    }
  }
  throw new Error("the captcha took too long");
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

function hex(buffer: ArrayBuffer): string {
  return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
