import { serveThread } from "#base/serve-thread.server.ts";

serveThread({
  double: async (value: number) => value * 2,
  bytes: async (length: number) => new Uint8Array(length),
  refuse: async (message: string) => {
    throw new RangeError(message);
  },
  spin: async (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  },
  fill: async () => {
    const held: number[][] = [];
    for (;;) held.push(Array.from({ length: 100_000 }, Math.random));
  },
});
