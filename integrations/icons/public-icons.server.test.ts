import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { publicIcons } from "./public-icons.server.ts";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function host(answer: RequestListener): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const coffee = { body: '<path d="M1 1h2"/>', width: 24, height: 24 };
const good: RequestListener = (_, response) =>
  response.end(JSON.stringify({ prefix: "mdi", icons: { coffee }, width: 24, height: 24 }));
const silent: RequestListener = () => undefined;

test("icons are fetched in one batch, once, and cached; so is a missing icon", async () => {
  const service = await host(good);
  const icons = publicIcons([service.url]);
  expect(await icons.find("mdi", ["tea", "coffee"])).toEqual({ coffee });
  expect(await icons.find("mdi", ["coffee", "tea"])).toEqual({ coffee });
  expect(service.asked).toEqual(["/mdi.json?icons=coffee%2Ctea"]);
});

test("without a configured host no request is made", async () => {
  expect(await publicIcons([]).find("mdi", ["coffee"])).toEqual({});
});

test("the next host is asked after a timeout, an error or an invalid answer", async () => {
  const bad: RequestListener[] = [
    silent,
    (_, response) => response.writeHead(503).end(),
    (_, response) => response.end("<html>"),
    (_, response) => response.end(JSON.stringify({ prefix: "other", icons: { coffee } })),
    (_, response) => response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end(),
    (_, response) =>
      response.end(
        JSON.stringify({ prefix: "mdi", icons: { coffee: { body: "<script>alert(1)</script>" } } }),
      ),
    (_, response) =>
      response.end(
        JSON.stringify({ prefix: "mdi", icons: { coffee: { body: '<path onload="x()"/>' } } }),
      ),
  ];
  const found = await Promise.all(
    bad.map(async (answer) => {
      const [first, second] = [await host(answer), await host(good)];
      const icons = await publicIcons([first.url, second.url]).find("mdi", ["coffee"]);
      return { icons, first: first.asked.length, second: second.asked.length };
    }),
  );
  expect(found).toEqual(bad.map(() => ({ icons: { coffee }, first: 1, second: 1 })));
});

test("when every host fails there is no icon, and the next call asks again", async () => {
  let isDown = true;
  const service = await host((request, response) =>
    isDown ? response.writeHead(500).end() : good(request, response),
  );
  const icons = publicIcons([service.url]);
  expect(await icons.find("mdi", ["coffee"])).toEqual({});
  isDown = false;
  expect(await icons.find("mdi", ["coffee"])).toEqual({ coffee });
});
