type Environment = Readonly<Record<string, string | undefined>>;

/** What `STORAGE_URL` lacks to reach a bucket of S3; none for a folder. */
export function storageProblems(storageUrl: string, env: Environment): string[] {
  if (!storageUrl.startsWith("s3:") || !URL.canParse(storageUrl)) return [];
  const { hostname, username, password } = new URL(storageUrl);
  const problems: string[] = [];
  if (!hostname) problems.push("STORAGE_URL names no bucket: s3://bucket?endpoint=…&region=…");
  const isIn: readonly (readonly [string, string])[] = [
    ["AWS_ACCESS_KEY_ID", username],
    ["AWS_SECRET_ACCESS_KEY", password],
  ];
  for (const [name, inAddress] of isIn) {
    if (!inAddress && !env[name]) problems.push(`STORAGE_URL=s3:… needs ${name}`);
  }
  return problems;
}
