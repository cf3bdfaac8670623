/** Since a moment of `performance.now()`, to a tenth. */
export function seconds(from: number): number {
  return Math.round((performance.now() - from) / 100) / 10;
}

/** Needs `--expose-gc`. Peak of the heap and of buffers over now, every 50 ms. */
export function watchMemory(): { stop: () => number } {
  global.gc?.();
  const used = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = used();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, used());
  }, 50);
  return {
    stop: () => {
      clearInterval(timer);
      return Math.round((peak - before) / 2 ** 20);
    },
  };
}
