declare module "@20minutes/s3rver" {
  /** A Koa application; only what the tests use of it. */
  export default class S3rver {
    constructor(options: Readonly<Record<string, unknown>>);
    readonly httpServer: { closeAllConnections(): void };
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
