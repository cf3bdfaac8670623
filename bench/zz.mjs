import { chromium } from "playwright-core";
const b=await chromium.launch({executablePath:process.env.CHROME_PATH});
const p=await b.newPage({viewport:{width:700,height:900}});
const html=await (await fetch("http://localhost:4020/dev/mail")).text();
const ids=[...html.matchAll(/href="(\/dev\/mail\/[0-9a-f-]{36})"/g)].map(m=>m[1]);
let n=0;for(const i of ids.slice(0,2)){await p.goto("http://localhost:4020"+i);await p.screenshot({path:`/tmp/m${n++}.png`,fullPage:true})}
await b.close();
