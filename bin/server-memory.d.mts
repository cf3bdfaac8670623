export function serverMemory(memory?: number): {
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};
