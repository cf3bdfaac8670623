import { listCustomRoles } from "#backend/gateway/custom-role.server.ts";
import { log } from "#base/log.server.ts";
import { listen } from "#db/listen.server.ts";
import type { RestSettings } from "../settings.ts";
import { loadSchema } from "./load-schema.server.ts";
import type { SchemaCache } from "./schema-cache.ts";

/** A migration's changes arrive together: read the schema once they have stopped. */
const settleMilliseconds = 100;

/** Caches the schema, reloads it on notification, and serves the old one meanwhile. */
export class SchemaKeeper {
  private readonly settings: RestSettings;
  private current: Promise<SchemaCache> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isHearing = false;
  private isLoaded = false;

  constructor(settings: RestSettings) {
    this.settings = settings;
  }

  /** @throws the error of the load; the next call tries again */
  get(): Promise<SchemaCache> {
    this.hear();
    this.current ??= this.start();
    return this.current;
  }

  private start(): Promise<SchemaCache> {
    const starting = this.load();
    starting.catch(() => {
      this.current = undefined;
    });
    return starting;
  }

  private async load(): Promise<SchemaCache> {
    const { schemas, extraSearchPath, anonymousRole } = this.settings;
    const builtIn = [anonymousRole ?? "anon", "authenticated", "service_role"];
    const roles = [...new Set([...builtIn, ...(await listCustomRoles())])];
    const cache = await loadSchema(schemas, extraSearchPath, roles);
    this.isLoaded = true;
    return cache;
  }

  /**
   * PostgREST's channel: an empty payload or `reload schema` means the schema. Without a listener requests
   * are served all the same, and a later request tries again to listen.
   */
  private hear(): void {
    if (this.isHearing) return;
    this.isHearing = true;
    listen(
      "pgrst",
      (payload) => {
        if (payload === "" || payload === "reload schema") this.reloadSoon();
      },
      () => this.reloadSoon(),
    ).catch((error: unknown) => {
      this.isHearing = false;
      log.warn({ err: error }, "changes of the schema are not heard");
    });
  }

  private reloadSoon(): void {
    if (!this.isLoaded) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const next = this.load();
      next.then(
        () => {
          this.current = next;
        },
        (error: unknown) => log.warn({ err: error }, "the schema could not be read again"),
      );
    }, settleMilliseconds);
    this.timer.unref();
  }
}
