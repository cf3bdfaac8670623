import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { freePort } from "#db/embedded.server.ts";
import { type Driver, type EnginePage, pageOf } from "./engine-page.ts";

/*
 * The engines of Safari and of Firefox. WebKit's driver speaks WebDriver over HTTP; Firefox itself speaks WebDriver BiDi over a
 * WebSocket. Both take the same input actions.
 */

const firefox = "/usr/bin/firefox-esr";
const webkit = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const webkitDriver = "/usr/bin/WebKitWebDriver";
// Debian has WebKit with a window alone; this display is one in memory.
const display = "/usr/bin/xvfb-run";

/** The engines, with the Debian packages that each needs. */
export const otherEngines = [
  { engine: "WebKit", packages: "webkit2gtk-driver xvfb", files: [webkit, webkitDriver, display] },
  { engine: "Firefox", packages: "firefox-esr", files: [firefox] },
].map(({ files, ...rest }) => ({ ...rest, isInstalled: files.every((file) => existsSync(file)) }));

/** Starts an engine with an empty profile. @param engine a name of `otherEngines` */
export async function openEngine(engine: string): Promise<EnginePage> {
  const home = await mkdtemp(path.join(tmpdir(), "etalase-engine-"));
  const complaints: string[] = [];
  let running: ChildProcess | undefined;
  const start: Start = (command, ...args) => {
    running = spawn(command, args, {
      stdio: ["ignore", "ignore", "pipe"],
      // Of a group of its own: whatever it starts ends with it.
      detached: true,
      env: { ...process.env, HOME: home, XDG_RUNTIME_DIR: home },
    });
    return running;
  };
  const close = async () => {
    if (running?.pid && running.exitCode === null) {
      const gone = new Promise((resolve) => running?.once("close", resolve));
      process.kill(-running.pid);
      await gone;
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const open = engine === "Firefox" ? openFirefox : openWebKit;
    return { ...pageOf(await open(start, home, complaints)), close, complaints };
  } catch (error) {
    await close();
    throw error;
  }
}

type Start = (command: string, ...args: readonly string[]) => ChildProcess;
type Open = (start: Start, home: string, complaints: string[]) => Promise<Driver>;

/** WebKit's driver reports no errors, so each page gets listeners with the first call into it. */
const hearErrors = `if (!window.errorsHeard) {
  const heard = (window.errorsHeard = []);
  addEventListener("error", ({ message }) => heard.push(message));
  addEventListener("unhandledrejection", ({ reason }) => heard.push(String(reason)));
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    heard.push(violatedDirective + " refuses " + blockedURI));
}`;

const openWebKit: Open = async (start, _, complaints) => {
  const port = await freePort();
  const screen = "-screen 0 1600x1200x24";
  const child = start(display, "-a", "-s", screen, webkitDriver, `--port=${port}`);
  const send = async (method: string, command: string, body?: object): Promise<unknown> => {
    const sent = body && { body: JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}${command}`, { method, ...sent });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKit: ${command}: ${JSON.stringify(value)}`);
    return value;
  };
  const isUp = () =>
    send("GET", "/status").then(
      () => true,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error("WebKit's driver stopped");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const options = { binary: webkit, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  const opened = (await send("POST", "/session", { capabilities })) as { sessionId: string };
  const post = (command: string, body: object) =>
    send("POST", `/session/${opened.sessionId}/${command}`, body);
  const evaluate = async (expression: string): Promise<string> => {
    const script = `${hearErrors}
      const answer = (result) => arguments[0]({ ...result, errors: window.errorsHeard.splice(0) });
      Promise.resolve().then(() => ${expression})
        .then((value) => answer({ value }), (error) => answer({ problem: String(error) }));`;
    const answer = (await post("execute/async", { script, args: [] })) as {
      value: string;
      problem?: string;
      errors: string[];
    };
    complaints.push(...answer.errors);
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer.value;
  };
  return {
    async goto(url) {
      // What the page before has heard is lost with it.
      await evaluate(`"collected"`);
      await post("url", { url });
    },
    evaluate,
    perform: async (actions) => void (await post("actions", { actions })),
    resize: async (width, height) =>
      void (await post("window/rect", { x: 0, y: 0, width, height })),
  };
};

/** Leaving a page aborts the fonts that it still loads. */
const abortedFont = /^downloadable font: download failed .* status=2152398850 /;

const openFirefox: Open = async (start, home, complaints) => {
  const flags = ["--headless", "--no-remote", "--remote-debugging-port", "0"];
  const child = start(firefox, ...flags, "--profile", home);
  const address = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /listening on (ws:\S+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
    child.once("close", () => reject(new Error(`Firefox stopped: ${output}`)));
  });
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  socket.onmessage = ({ data }) => {
    const { id, type, result, method, params, ...problem } = JSON.parse(data);
    const isComplaint = method === "log.entryAdded" && params.level === "error";
    if (isComplaint && !abortedFont.test(params.text)) complaints.push(params.text);
    const answer = asked.get(id);
    asked.delete(id);
    if (type === "error") answer?.reject(new Error(`Firefox: ${JSON.stringify(problem)}`));
    else answer?.resolve(result);
  };
  let last = 0;
  const send = (method: string, params: object): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    asked.set(++last, answer);
    socket.send(JSON.stringify({ id: last, method, params }));
    return answer.promise;
  };
  await send("session.new", { capabilities: {} });
  await send("session.subscribe", { events: ["log.entryAdded"] });
  // The tab that Firefox starts with never gets the focus, so its fields would hear nothing of theirs.
  const tab = (await send("browsingContext.create", { type: "tab" })) as { context: string };
  const { context } = tab;
  return {
    goto: async (url) =>
      void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    async evaluate(expression) {
      const question = { expression, target: { context }, awaitPromise: true };
      const answer = (await send("script.evaluate", question)) as {
        result: { value: string };
        exceptionDetails?: { text: string };
      };
      if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.text);
      return answer.result.value;
    },
    perform: async (actions) => void (await send("input.performActions", { context, actions })),
    resize: async (width, height) =>
      void (await send("browsingContext.setViewport", { context, viewport: { width, height } })),
  };
};
